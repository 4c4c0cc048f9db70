import type { z } from 'zod'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { type Kind, kindFacts, kinds } from '#core/models/rules/kinds.ts'
import type { Language } from '#platform/languages/languages.ts'
import {
  AudioRecord,
  EditingRecord,
  FileRecord,
  ImageHistoryRecord,
  UnderstandingRecord,
  VideoRecord,
} from '../contract/history-records.ts'
import {
  audioRecord,
  editingRecord,
  fileRecord,
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
  /** Whether one row can be read alone, below the history's path. */
  hasStatus: boolean
}

/** The rows of the kinds whose history is specified. */
const specified: Partial<Record<Kind, Pick<History, 'record' | 'present' | 'hasStats'>>> = {
  image: { record: ImageHistoryRecord, present: imageRecord, hasStats: true },
  'image-editing': { record: EditingRecord, present: editingRecord },
  video: { record: VideoRecord, present: videoRecord },
  audio: { record: AudioRecord, present: audioRecord },
  'image-understanding': { record: UnderstandingRecord, present: understandingRecord },
}

export const histories: readonly History[] = kinds.map((kind) => {
  const { historyPath: base, pageSize, fileNoun } = kindFacts[kind]
  const what = fileNoun.replaceAll('-', ' ')
  const rows = specified[kind]
  return {
    ...{ kind, base, what, pageSize, hasStatus: !rows },
    ...(rows ?? { record: FileRecord, present: fileRecord }),
  }
})
