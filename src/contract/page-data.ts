import type { Kind } from '#catalogue/kinds.ts'
import type { SharedCollectionView } from './collections.ts'
import type { Language } from './languages.ts'
import type { ExploreSort } from './page-paths.ts'
import type { SettingsView } from './settings.ts'
import type { ExplorePage, SharedWorkView } from './shares.ts'

/** An answer of the API by the key of its query. */
export type PageAnswer = readonly [key: readonly unknown[], answer: unknown]

/** Answers of the API that a public page shows first, without an account. */
export type PageData = {
  settings: SettingsView
  /** Those of features. */
  added?: readonly PageAnswer[]
  explore?: { kind: Kind | undefined; sort: ExploreSort; page: ExplorePage }
  work?: SharedWorkView
  collection?: SharedCollectionView
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
