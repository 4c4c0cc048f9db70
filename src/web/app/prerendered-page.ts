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
