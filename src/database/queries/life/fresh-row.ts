import { sql } from 'kysely'
import type { GenerationRow } from '../../tables.ts'
import type { NewGeneration } from './start.ts'

const names = [
  ...([
    'input',
    'number',
    'parent_id',
    'webhook_token',
    'created_at',
    'updated_at',
    'deadline',
  ] as const),
  ...(['next_step_at', 'lease_token', 'lease_until', 'submit_started_at'] as const),
]

/** What only the database knows of a row it has just made. */
export type Made = Pick<GenerationRow, (typeof names)[number]>

/** The same as a list of columns. */
export const madeColumns = sql.join(names.map((name) => sql.ref(name)))

/** As every row begins. */
const untouched = {
  status: 'pending',
  step: 'submit',
  is_favorite: false,
  refunded: 0,
  refund_attempts: 0,
  attempts: 0,
  asked: 0,
  woken: false,
  provider_job: null,
  queue_position: null,
  progress: null,
  run_ms: null,
  finished_at: null,
  provider_output: null,
  cancel_requested_at: null,
  seed: null,
  answer: null,
  error_code: null,
  error_message: null,
  started_at: null,
  completed_at: null,
  deleted_at: null,
  purge_at: null,
} as const

/**
 * The row that a start has written, as reading it would answer; a test compares the two. To send
 * and to read all of its columns costs this process more than everything else about the statement.
 */
export function freshRow(generation: NewGeneration, made: Made): GenerationRow {
  const { id, account_id, request_id, kind, generation_type, model, price, requested } = generation
  const { is_public, is_sample, terms = [], requestHash: request_hash = null } = generation
  const asked = {
    id,
    account_id,
    request_id,
    kind,
    generation_type,
    model,
    price,
    requested,
    is_public,
    is_sample,
    request_hash,
  }
  return { ...untouched, tags: [], ...asked, terms: [...terms], ...made }
}
