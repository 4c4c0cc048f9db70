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
  /** What the app starts with, as JSON. */
  data?: string
}

/** What the build made in one language, as far as prerendered pages consist of it. */
export type BuiltPages = {
  /** The app's HTML. */
  template: string
  /** The whole style sheet. */
  css: string
  /** The file of `boot.ts`. */
  boot: string
  /** The files of each page's own code. */
  code: Readonly<Record<PageCode, readonly string[]>>
}

/** The pages with code of their own that are rendered before the app, by the file of their code. */
export const pageCode = {
  start: 'start-page.tsx',
  form: 'form-page.tsx',
  report: 'report-page.tsx',
  pricing: 'pricing-page.tsx',
  explore: 'explore-page.tsx',
  sharedWork: 'shared-work-page.tsx',
  sharedCollection: 'shared-collection-page.tsx',
} as const
export type PageCode = keyof typeof pageCode

export type BuiltLanguages = Readonly<Record<Language, BuiltPages>>

/** A file of the build: its name, as `/prerendered/start.html`, and its HTML. */
export type PrerenderedFile = { name: string; html: string }
