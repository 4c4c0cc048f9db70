import type { Generated } from 'kysely'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { WithDefault } from '#platform/database/tables.ts'

/**
 * 1,024 finished numbers of one account, those of one kind: one bit each for whether the record
 * exists (`live`) and is a favourite, and the credits they cost after refunds. Written by a
 * scheduled job once a later block has begun, kept by a trigger from then on; the newest block is
 * read record by record. `first_at` and `last_at`: the earliest and the latest time of its
 * records. `is_sealed` once its terms are in `history_term`.
 */
type HistoryBlockTable = {
  account_id: string
  kind: Kind
  block: number
  live: string
  favorites: string
  credits: number
  first_at: Date
  last_at: Date
  is_sealed: WithDefault<boolean>
}

/** The sums of 32 blocks, once a later one has begun; maintained by triggers from then on. */
type HistoryPartTable = {
  account_id: string
  kind: Kind
  part: number
  records: number
  favorites: number
  credits: number
}

/**
 * Which records of a sealed block have a term, or a term with this prefix of up to three
 * characters.
 */
type HistoryTermTable = {
  account_id: string
  kind: Kind
  term: string
  block: number
  bits: string
}

/**
 * The search texts of an unsealed block's records, of those with a number below `below`; deleted
 * when a record loses its words.
 */
type HistoryTextTable = {
  account_id: string
  kind: Kind
  block: number
  below: number
  numbers: number[]
  texts: string[]
}

/** Accounts whose histories have blocks to write, to seal or to gather. */
type HistoryTaskTable = { account_id: string; due_at: Generated<Date> }

/** The tags of the generations, kept by a trigger, for finding them. */
type GenerationTagTable = { account_id: string; kind: Kind; tag: string; number: number }

declare module '#platform/database/tables.ts' {
  interface Tables {
    history_block: HistoryBlockTable
    history_term: HistoryTermTable
    history_part: HistoryPartTable
    history_text: HistoryTextTable
    history_task: HistoryTaskTable
    generation_tag: GenerationTagTable
  }
}
