import type { Language } from '#contract/languages.ts'

/** A page before the account and the preferences are known. */
export type DrawnPage = {
  path: string
  language: Language
  title: string
  description: string
  html: string
}
