import type { SettingsView } from '#core/settings/contract/settings.ts'
import type { Language } from '#platform/languages/languages.ts'

/** What features add, by members of their own. */
// biome-ignore lint/suspicious/noEmptyInterface: features declare it
export interface FeaturePageData {}

/** An answer of the API by the key of its query. */
export type PageAnswer = readonly [key: readonly unknown[], answer: unknown]

/** Answers of the API that a public page shows first, without an account. */
export type PageData = Partial<FeaturePageData> & {
  settings: SettingsView
  /** Those that features add to a page of the core. */
  added?: readonly PageAnswer[]
}

/**
 * A page that the server renders with its data (`web/app/prerender`). `path`: without the
 * language; `isSignedIn`: for a visitor who may be signed in.
 */
export type PageWithData = {
  path: string
  language: Language
  isSignedIn: boolean
  data: PageData
}

/** The id of the element with the data of a rendered page, as JSON: pairs of a query key and its data. */
export const pageDataId = 'page-data'
