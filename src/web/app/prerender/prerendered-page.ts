import type { Language } from '#contract/languages.ts'

/** A page before the account and the preferences are known. */
export type DrawnPage = {
  path: string
  language: Language
  /** For a visitor who may be signed in. */
  isSignedIn: boolean
  title: string
  description: string
  html: string
}

/** What the build made in one language, as far as prerendered pages consist of it. */
export type BuiltPages = {
  /** The app's HTML. */
  template: string
  /** The whole style sheet. */
  css: string
  /** The file of `boot.ts`. */
  boot: string
  /** The files of a page's own code. */
  start: readonly string[]
  form: readonly string[]
}

export type BuiltLanguages = Readonly<Record<Language, BuiltPages>>

/** A file of the build: its name, as `/prerendered/start.html`, and its HTML. */
export type PrerenderedFile = { name: string; html: string }
