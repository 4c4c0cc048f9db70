import type { ImageHistoryPage } from '#contract/history-records.ts'
import type { Span } from '../span/span.ts'

/** A history as far as the page knows it. */
export type HistoryState = {
  /** Nothing to show before the newest page has come. */
  span: Span | undefined
  /** How many records the filter lets through, newer ones that are not shown yet included. */
  total: number
  /** Of the whole image history, not of the filter. */
  stats: ImageHistoryPage['stats'] | undefined
  /** Why the newest page could not be read. */
  error: Error | undefined
  isFetching: boolean
  /** Chunks that could not be fetched, until they are asked for again. */
  failed: ReadonlySet<number>
}

export const unknownHistory: HistoryState = {
  span: undefined,
  total: 0,
  stats: undefined,
  error: undefined,
  isFetching: true,
  failed: new Set(),
}
