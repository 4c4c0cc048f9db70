import type { Generated } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import type { WithDefault } from './tables.ts'

/**
 * 1,024 records of one account and kind, by their numbers: one bit each for whether it exists
 * (`live`) and is a favourite, and the credits they cost after refunds. Maintained by triggers.
 * `is_full` once a later block has begun, `is_sealed` once its terms are in `history_term`.
 */
export type HistoryBlockTable = {
  account_id: string
  kind: Kind
  block: number
  live: string
  favorites: Generated<string>
  credits: number
  is_full: WithDefault<boolean>
  is_sealed: WithDefault<boolean>
}

/** The sums of 32 blocks, once a later one has begun; maintained by triggers from then on. */
export type HistoryPartTable = {
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
export type HistoryTermTable = {
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
export type HistoryTextTable = {
  account_id: string
  kind: Kind
  block: number
  below: number
  numbers: number[]
  texts: string[]
}
