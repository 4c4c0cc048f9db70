import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { GenerationRow } from '../../tables.ts'

/** A generation to be charged and queued. `price` in credits; `deadline` in ms from now. */
export type NewGeneration = Pick<
  GenerationRow,
  'id' | 'account_id' | 'request_id' | 'kind' | 'generation_type' | 'model' | 'price' | 'requested' | 'is_public'
> & { input: Record<string, unknown>; is_sample: boolean; deadline: number }

export type ChargeResult =
  | { charged: true; generation: GenerationRow; balance: number }
  /** The account lacks the credits or has never paid, or the provider refuses our account; nothing was written. */
  | { charged: false; reason: 'refused' }
  /** This account used the same request id at the same moment; nothing was written. */
  | { charged: false; reason: 'same_request' }

const uniqueViolation = '23505'

/**
 * The hot path, one statement and one round trip: takes the credits, writes the ledger entry and inserts the
 * generation, due at once. All or nothing.
 */
export async function chargeAndInsert(database: Database, generation: NewGeneration): Promise<ChargeResult> {
  try {
    const { rows } = await statement(generation).execute(database)
    const [row] = rows
    if (!row) return { charged: false, reason: 'refused' }
    const { balance, ...inserted } = row
    return { charged: true, generation: inserted, balance }
  } catch (error) {
    if (isUniqueViolation(error, 'generation_request')) return { charged: false, reason: 'same_request' }
    throw error
  }
}

function statement(g: NewGeneration) {
  return sql<GenerationRow & { balance: number }>`
    with charged as (
      update account set credits = credits - ${g.price}
      where id = ${g.account_id} and credits >= ${g.price} and has_paid and not exists (select from provider_trouble)
      returning credits
    ), made as (
      insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested,
        is_public, is_sample, step, next_step_at, deadline)
      select ${g.id}, ${g.account_id}, ${g.request_id}, ${g.kind}, ${g.generation_type}, ${g.model},
        ${JSON.stringify(g.input)}::jsonb, ${g.price}, ${g.requested}, ${g.is_public}, ${g.is_sample},
        'submit', now(), now() + ${g.deadline} * interval '1 ms'
      from charged
      returning *
    ), entry as (
      insert into credit_entry (account_id, generation_id, reason, credits, balance_after)
      select made.account_id, made.id, 'charge', -made.price, charged.credits from made, charged
    )
    select made.*, charged.credits as balance from made, charged`
}

function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string }
  return code === uniqueViolation && name === constraint
}
