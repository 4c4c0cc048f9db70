import type { FeaturePageData } from '#core/pages/page-data-contract.ts'
import type { Language } from '#platform/languages/languages.ts'

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
  /** The files of each page's own code: of the core by `PageCode`, of features by its file. */
  code: Readonly<Record<string, readonly string[]>>
}

/**
 * How a page of a feature is rendered with its data (`PageData`): a file `web/data-pages.ts` exports them
 * by the member of the data.
 */
export type DataPage<Data> = {
  /** The file of its code, below `src/features`. */
  file: string
  /** What the app starts with, by the keys of its queries. */
  entries: (data: Data) => readonly (readonly [key: readonly unknown[], value: unknown])[]
  /** The query of its address. */
  query?: (data: Data) => Record<string, string | undefined>
}

export type DataPages = {
  [Member in keyof FeaturePageData]?: DataPage<FeaturePageData[Member]>
}

/** The pages of the core with code of their own that are rendered before the app, by the file of their code. */
export const pageCode = {
  start: 'start-page.tsx',
  form: 'form-page.tsx',
  pricing: 'pricing-page.tsx',
} as const
export type PageCode = keyof typeof pageCode

export type BuiltLanguages = Readonly<Record<Language, BuiltPages>>

/** A file of the build: its name, as `/prerendered/start.html`, and its HTML. */
export type PrerenderedFile = { name: string; html: string }
