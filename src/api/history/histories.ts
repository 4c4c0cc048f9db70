import type { z } from 'zod'
import type { Kind } from '#catalogue/kinds.ts'
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
 * One kind's history: where it is, how its rows look, how they are deleted
 * (docs/spec/history.md#record, docs/spec/history.md#deletion).
 */
export type History = {
  kind: Kind
  base: `/api/${string}`
  what: string
  pageSize: number
  record: z.ZodType
  present(generation: GenerationView, language: Language): unknown
  /** Totals of the whole history stand beside each page. */
  hasStats?: boolean
}

export const histories: readonly History[] = [
  {
    kind: 'image',
    base: '/api/image-generation',
    what: 'images',
    pageSize: 20,
    record: ImageHistoryRecord,
    present: imageRecord,
    hasStats: true,
  },
  {
    kind: 'image-editing',
    base: '/api/image-editor',
    what: 'edited images',
    pageSize: 10,
    record: EditingRecord,
    present: editingRecord,
  },
  {
    kind: 'video',
    base: '/api/video-generation',
    what: 'videos',
    pageSize: 10,
    record: VideoRecord,
    present: videoRecord,
  },
  {
    kind: 'audio',
    base: '/api/audio-generation',
    what: 'sounds',
    pageSize: 10,
    record: AudioRecord,
    present: audioRecord,
  },
  {
    kind: 'image-understanding',
    base: '/api/image-understanding',
    what: 'questions about images',
    pageSize: 10,
    record: UnderstandingRecord,
    present: understandingRecord,
  },
]

/** What a history's query narrows it to. Nothing named: every record. */
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
