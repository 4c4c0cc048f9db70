import type { Generated } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import type { WithDefault } from './tables.ts'

/**
 * 1,024 records of one account and kind, by their numbers: which there are (`live`) and which are
 * favourites, a bit each, and the credits they cost after refunds. Kept by triggers. `is_full` once
 * a later block has begun, `is_sealed` once its terms are in `history_term`.
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

/** 32 blocks added up, once a later one has begun after them; kept by triggers from then on. */
export type HistoryPartTable = {
  account_id: string
  kind: Kind
  part: number
  records: number
  favorites: number
  credits: number
}

/**
 * Which records of a sealed block have a term, or (up to three characters) a term that begins so.
 */
export type HistoryTermTable = {
  account_id: string
  kind: Kind
  term: string
  block: number
  bits: string
}

/**
 * What the records of an unsealed block are found by, of those with a number below `below`; gone
 * when one loses its words.
 */
export type HistoryTextTable = {
  account_id: string
  kind: Kind
  block: number
  below: number
  numbers: number[]
  texts: string[]
}
