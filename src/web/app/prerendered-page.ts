import type { Language } from '#contract/languages.ts'

/** A page as it looks before anything is known about its reader. */
export type DrawnPage = {
  path: string
  language: Language
  title: string
  description: string
  html: string
}
