import type { z } from 'zod'
import { type Kind, kindFacts } from '#catalogue/kinds.ts'
import type { GenerationView } from '#contract/generation.ts'
import type { HistoryQuery } from '#contract/history-query.ts'
import {
  AudioRecord,
  EditingRecord,
  ImageHistoryRecord,
  UnderstandingRecord,
  VideoRecord,
} from '#contract/history-records.ts'
import type { Language } from '#contract/languages.ts'
import type { HistoryFilters } from '#services/history/list-history.ts'
import {
  audioRecord,
  editingRecord,
  imageRecord,
  understandingRecord,
  videoRecord,
} from './present-records.ts'

/**
 * The history of a kind: its path, its rows, its deletion (docs/spec/history.md#record,
 * docs/spec/history.md#deletion).
 */
export type History = {
  kind: Kind
  base: `/api/${string}`
  what: string
  pageSize: number
  record: z.ZodType
  present(generation: GenerationView, language: Language): unknown
  /** Whether each page has the totals of the whole history. */
  hasStats?: boolean
}

const own: Omit<History, 'base' | 'pageSize'>[] = [
  {
    kind: 'image',
    what: 'images',
    record: ImageHistoryRecord,
    present: imageRecord,
    hasStats: true,
  },
  {
    kind: 'image-editing',
    what: 'edited images',
    record: EditingRecord,
    present: editingRecord,
  },
  {
    kind: 'video',
    what: 'videos',
    record: VideoRecord,
    present: videoRecord,
  },
  {
    kind: 'audio',
    what: 'sounds',
    record: AudioRecord,
    present: audioRecord,
  },
  {
    kind: 'image-understanding',
    what: 'questions about images',
    record: UnderstandingRecord,
    present: understandingRecord,
  },
]

export const histories: readonly History[] = own.map((history) => {
  const { historyPath, pageSize } = kindFacts[history.kind]
  return { ...history, base: historyPath, pageSize }
})

/** Returns the filters of a history's query. Without any: every record. */
export function filtersOf(
  query: Omit<HistoryQuery, 'page' | 'pageSize' | 'viewMode'>,
): HistoryFilters {
  const {
    search,
    status,
    mode,
    model,
    size,
    tags,
    onlyFavorites,
    dateStart: start,
    dateEnd: end,
    timeZone,
  } = query
  return {
    search,
    status: status === 'all' ? undefined : status,
    mode,
    model,
    size,
    tags: tags?.filter((tag) => tag !== ''),
    onlyFavorites,
    days: start === undefined && end === undefined ? undefined : { start, end, timeZone },
  }
}
