import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Database, isUniqueViolation } from '#platform/database/database.ts'
import { dayOf, monthOf } from '#platform/database/days.ts'
import { isDistributed, onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { type StartRate, startCost, startSlack } from '../rules/start-generation.ts'
import type { GenerationRow } from '../tables.ts'
import type { Lease } from './generation-steps.ts'
import { partsOf, type StartAdditions } from './start-additions.ts'

/** A generation to be charged and queued. `price` in credits; `deadline` in ms from now. */
export type NewGeneration = Pick<
  GenerationRow,
  | 'id'
  | 'account_id'
  | 'request_id'
  | 'kind'
  | 'generation_type'
  | 'model'
  | 'price'
  | 'requested'
  | 'is_public'
> & {
  /**
   * The providers that can run its model: nothing is charged while each rejects our account. None:
   * it needs none.
   */
  providers: readonly string[]
  /** Which definition of the model is used; 1 if absent. */
  model_version?: number
  input: Record<string, unknown>
  is_sample: boolean
  deadline: number
  /** Whether `is_public` is the account's preference, which the statement reads. */
  isPublicByDefault?: boolean
  /** The input files, in order. */
  inputs?: readonly InputCopy[]
  /** Free mode: an account that never paid may start it. */
  isFree?: boolean
  /** It costs nothing, and the ledger has no entry of it: no provider does anything for it. */
  isUncharged?: boolean
  /** Identifies a repeated request. */
  requestHash?: Buffer | null
  /** The id of the HTTP request that starts it. */
  httpRequestId?: string | null
  /** The span that charges it, as W3C `traceparent`. */
  traceContext?: string | null
  /** The search terms. */
  terms?: readonly string[]
  /** The generation that it repeats, if the account can see it. */
  parentId?: string | null
  /** The start rate of its account; absent: unlimited. */
  rate?: StartRate
  /** The API key of the request, and its start rate. */
  key?: { id: string; rate: StartRate } | null
  /** The lease of the worker it is inserted for; absent: any worker may claim it. */
  lease?: Lease
}

/**
 * A file of the account's, or of a public generation, that is copied to a generation under a new
 * id.
 */
export type InputCopy = { id: string; source: string }

export type ChargeResult =
  | { charged: true; generation: GenerationRow & InsertedGeneration; balance: number }
  /**
   * The account may not start this, or not now (core/generations/rules/start-generation.ts), its key was revoked,
   * its provider rejects ours, storage is unavailable, or an input is gone; nothing was written.
   */
  | { charged: false; reason: 'refused' }
  /** This account used the same request id concurrently; nothing was written. */
  | { charged: false; reason: 'same_request' }

/**
 * The hot path, one statement and one round trip: takes the credits, counts them as spent today,
 * uses up the rates, writes the ledger entry and inserts the generation, due at once or claimed by
 * a worker that is about to submit it. All or nothing. Every limit is checked under the row's lock,
 * so concurrent starts in any number of processes cannot exceed it.
 */
export async function chargeAndInsert(
  database: Database,
  generation: NewGeneration,
  added: StartAdditions = {},
): Promise<ChargeResult> {
  try {
    const webhookToken = randomUUID()
    const known = await withKnownParent(database, generation)
    const { rows } = await statement(known, webhookToken, added).execute(
      onShardOf(database, generation.account_id),
    )
    const [row] = rows
    if (!row) return { charged: false, reason: 'refused' }
    const { balance, ...made } = row
    return { charged: true, generation: toGenerationRow(generation, webhookToken, made), balance }
  } catch (error) {
    if (isUniqueViolation(error, 'generation_request'))
      return { charged: false, reason: 'same_request' }
    throw error
  }
}

function statement(
  g: NewGeneration & { isParentKnown?: boolean },
  webhookToken: string,
  { startParts = [], startChecks = [] }: StartAdditions,
) {
  const { providers } = g
  const start = { accountId: g.account_id, model: g.model, providers, price: g.price, spentToday }
  const checks = startChecks.map(({ condition: { name, write } }) => ({
    name: sql.raw(name),
    ...write(start),
  }))
  const facts = checks.map(({ name, facts }) => sql`${name} as materialized (${facts}),`)
  const holds = checks.map(({ holds }) => sql`and ${holds}`)
  const tables = [...checks.map(({ name }) => name), ...(g.key ? [sql`key`] : [])]
  const rate = g.rate && ofAccount(g.rate, checks)
  const inputs = g.inputs ?? []
  const hasInputs = inputs.length > 0
  return sql<InsertedGeneration & { balance: number }>`
    with ${sql.join(facts, sql` `)} ${g.key ? lockedKey(g.key.id) : sql``} ${hasInputs ? sources(g.account_id, inputs) : sql``} charged as (
      update account set credits = credits - ${g.price}, last_number = last_number + 1,
        last_entry = last_entry + ${g.isUncharged ? 0 : 1}, spent = ${spentToday} + ${g.price}, spent_day = greatest(spent_day, ${today})
        ${rate ? sql`, starts_until = ${usedUp(sql`account.starts_until`, rate)}` : sql``}
      ${tables.length > 0 ? sql`from ${sql.join(tables)}` : sql``}
      where account.id = ${g.account_id} and ${canCharge(g)} ${sql.join(holds, sql` `)}
        and ${isAnyAvailable(providers)}
        and not exists (select from storage_outage)
        ${rate ? sql`and ${isInTime(sql`account.starts_until`, rate)}` : sql``}
        ${g.key ? sql`and ${isInTime(sql`key.starts_until`, ofKey(g.key.rate))} and ${isWithinCaps(g.price)}` : sql``}
        ${hasInputs ? sql`and (select count(*) from sources) = ${inputs.length}` : sql``}
      returning credits, last_number, last_entry, spent_day, default_public
    ), ${g.key ? usedKey(g.key, g.price) : sql``} made as (
      insert into generation (id, account_id, request_id, kind, generation_type, model, model_version, input,
        price, requested, is_public, is_sample, number, terms, parent_id, request_hash, http_request_id, webhook_token, created_at)
      select ${g.id}, ${g.account_id}, ${g.request_id}, ${g.kind}, ${g.generation_type}, ${g.model}, ${g.model_version ?? 1},
        ${JSON.stringify(g.input)}::jsonb, ${g.price}, ${g.requested}, ${g.isPublicByDefault ? sql`charged.default_public` : g.is_public}, ${g.is_sample},
        charged.last_number, ${g.terms ?? []}, ${parent(g)}, ${g.requestHash ?? null}, ${g.httpRequestId ?? null}, ${webhookToken}, ${createdAt}
      from charged
      returning id, account_id, kind, price, updated_at, ${ofGeneration}
    ), queued as (
      insert into job (generation_id, account_id, kind, step, next_step_at, deadline, trace_context
        ${g.lease ? sql`, lease_token, lease_until, submit_started_at` : sql``})
      select id, account_id, kind, 'submit', now(), now() + ${g.deadline} * interval '1 ms', ${g.traceContext ?? null}
        ${g.lease ? claimedColumns(g.lease) : sql``}
      from made
      returning updated_at, ${ofJob}
    ), entry as (
      insert into credit_entry (account_id, number, generation_id, reason, credits, balance_after)
      select made.account_id, charged.last_entry, made.id, 'charge', -made.price, charged.credits from made, charged
      ${g.isUncharged ? sql`where false` : sql``}
    ) ${hasInputs ? copies() : sql``} ${partsOf(startParts, { hasInputs, parentId: g.parentId ?? null })}
    select ${ofGeneration}, ${ofJob}, greatest(made.updated_at, queued.updated_at) as updated_at,
      charged.credits as balance
    from made, queued, charged`
}

/**
 * The current time, not the statement's start: a statement that waited for the row must use a later
 * time than the one that had locked it.
 */
const today = dayOf(sql`clock_timestamp()`)

const thisMonth = monthOf(sql`clock_timestamp()`)

/** A clock that is set back over midnight starts no day again. */
const spentToday = sql`case when spent_day >= ${today} then spent else 0 end`

/** Within the counted day, even if midnight passes during the statement. */
const createdAt = sql`greatest((date '1970-01-01' + charged.spent_day)::timestamp at time zone 'UTC',
  least(clock_timestamp(), (date '1970-01-01' + charged.spent_day + 1)::timestamp at time zone 'UTC' - interval '1 us'))`

/** The columns of a claim of a row that is to be submitted, including the submit attempt. */
function claimedColumns({ token, time }: Lease) {
  return sql`, ${token}::uuid, clock_timestamp() + ${time} * interval '1 ms', clock_timestamp()`
}

/** The same conditions as core/generations/rules/start-generation.ts. */
function canCharge({ price, isFree }: Pick<NewGeneration, 'price' | 'isFree'>) {
  return sql`credits >= ${price} and ${isFree ? sql`true` : sql`has_paid`} and suspended_at is null and deleted_at is null
    and (account.job_ceiling is null or account.job_ceiling >= ${price})
    and (account.daily_cap is null or ${spentToday} + ${price} <= account.daily_cap)`
}

/** What needs no provider waits for none. */
function isAnyAvailable(providers: readonly string[]) {
  if (providers.length === 0) return sql`true`
  const isOut = (provider: string) =>
    sql`exists (select from provider_outage where provider = ${provider})`
  return sql`not (${sql.join(providers.map(isOut), sql` and `)})`
}

/** The same condition as core/generations/rules/start-generation.ts. */
function isInTime(until: RawBuilder<unknown>, { slack }: RateTimes) {
  return sql`${until} <= clock_timestamp() + ${slack} * interval '1 ms'`
}

function usedUp(until: RawBuilder<unknown>, { cost }: RateTimes) {
  return sql`greatest(${until}, clock_timestamp()) + ${cost} * interval '1 ms'`
}

/** `startCost` and `startSlack` of a rate, in ms. */
type RateTimes = { cost: RawBuilder<unknown>; slack: RawBuilder<unknown> }

function ofKey(rate: StartRate): RateTimes {
  return { cost: sql`${startCost(rate)}::float`, slack: sql`${startSlack(rate)}::float` }
}

/** The rate of the first check that has one, a minute's worth of which may start at once; else its own. */
function ofAccount(
  rate: StartRate,
  checks: readonly { startsPerMinute?: RawBuilder<unknown> }[],
): RateTimes {
  const costs = checks.flatMap(({ startsPerMinute: starts }) =>
    starts ? [sql`(60000.0 / ${starts})`] : [],
  )
  const slacks = costs.map((cost) => sql`60000.0 - ${cost}`)
  return {
    cost: sql`coalesce(${sql.join([...costs, sql`${startCost(rate)}::float`])})`,
    slack: sql`coalesce(${sql.join([...slacks, sql`${startSlack(rate)}::float`])})`,
  }
}

/** Locked before its account and read afterwards, so that no other start uses it up meanwhile. */
function lockedKey(id: string) {
  return sql`key as materialized (
      select starts_until, daily_cap, monthly_cap,
        case when spent_day >= ${today} then spent else 0 end as spent_today,
        case when spent_month >= ${thisMonth} then spent_in_month else 0 end as spent_this_month
      from api_key where id = ${id} and revoked_at is null and coalesce(expires_at > clock_timestamp(), true)
      for no key update
    ),`
}

/** What a person allowed an application, as in core/generations/rules/start-generation.ts. */
function isWithinCaps(price: number) {
  return sql`(key.daily_cap is null or key.spent_today + ${price} <= key.daily_cap)
    and (key.monthly_cap is null or key.spent_this_month + ${price} <= key.monthly_cap)`
}

function usedKey({ id, rate }: { id: string; rate: StartRate }, price: number) {
  return sql`used as (
      update api_key set starts_until = ${usedUp(sql`api_key.starts_until`, ofKey(rate))},
        spent = key.spent_today + ${price}, spent_day = greatest(api_key.spent_day, ${today}),
        spent_in_month = key.spent_this_month + ${price}, spent_month = greatest(api_key.spent_month, ${thisMonth}),
        spent_total = api_key.spent_total + ${price}
      from charged, key where api_key.id = ${id}
    ),`
}

/** Where accounts are distributed, the parent may be on another shard: it is looked up before. */
async function withKnownParent(
  database: Database,
  generation: NewGeneration,
): Promise<NewGeneration & { isParentKnown?: boolean }> {
  if (!generation.parentId || !isDistributed(database)) return generation
  const { rows } = await sql<{ id: string | null }>`
    select ${parent(generation)} as id`.execute(database)
  return { ...generation, parentId: rows[0]?.id ?? null, isParentKnown: true }
}

/** Another account's private one is ignored. */
function parent({
  account_id,
  parentId,
  isParentKnown,
}: NewGeneration & { isParentKnown?: boolean }) {
  if (isParentKnown) return sql`${parentId ?? null}::uuid`
  return parentId
    ? sql`(select id from generation where id = ${parentId} and deleted_at is null
        and (account_id = ${account_id} or is_public))`
    : sql`null::uuid`
}

/**
 * Locked, so that no cleanup deletes them before their copies are recorded. Files of deleted
 * generations are excluded.
 */
function sources(accountId: string, inputs: readonly InputCopy[]) {
  const given = JSON.stringify(inputs.map((input, position) => ({ ...input, position })))
  return sql`sources as (
      select given.id as copy_id, given.position as place, media.*
      from jsonb_to_recordset(${given}::jsonb) as given(id uuid, source uuid, position int)
      join media on media.id = given.source
      left join generation on generation.id = media.generation_id
      where (media.account_id = ${accountId} or generation.is_public and generation.removed_at is null)
        and generation.deleted_at is null
      for key share of media
    ),`
}

function copies() {
  return sql`, files as (
      insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, thumbnail_tried_at,
        content_type, bytes, sha256, received_sha256, width, height, duration_ms, fps)
      select copy_id, made.account_id, made.id, 'input', place, storage_key, thumbnail_key, thumbnail_tried_at,
        content_type, bytes, sha256, received_sha256, width, height, duration_ms, fps
      from made, sources
    )`
}

const generationNames = ['input', 'number', 'parent_id', 'is_public', 'created_at'] as const
const jobNames = [
  'deadline',
  'next_step_at',
  'lease_token',
  'lease_until',
  'submit_started_at',
] as const

/** The columns of a new row that only the database knows. */
export type InsertedGeneration = Pick<
  GenerationRow,
  (typeof generationNames)[number] | Exclude<(typeof jobNames)[number], 'deadline'> | 'updated_at'
> & { deadline: Date }

/** The same as lists of columns. */
const ofGeneration = sql.join(generationNames.map((name) => sql.ref(name)))
const ofJob = sql.join(jobNames.map((name) => sql.ref(name)))

/** The initial values of every row. */
const initialColumns = {
  status: 'pending',
  step: 'submit',
  is_favorite: false,
  refunded: 0,
  refund_attempts: 0,
  attempts: 0,
  polls: 0,
  is_resumed: false,
  provider_job: null,
  queue_position: null,
  progress: null,
  preview: null,
  run_ms: null,
  finished_at: null,
  provider_output: null,
  cancel_requested_at: null,
  seed: null,
  answer: null,
  transcript: null,
  used: null,
  error_code: null,
  error_message: null,
  started_at: null,
  completed_at: null,
  deleted_at: null,
  removed_at: null,
  removal_note: null,
} as const

/**
 * The inserted row, as reading it would return; a test compares the two. Sending and reading all of
 * its columns costs this process more than everything else about the statement.
 */
function toGenerationRow(
  generation: NewGeneration,
  webhookToken: string,
  made: InsertedGeneration,
): GenerationRow & InsertedGeneration {
  const { id, account_id, request_id, kind, generation_type, model, model_version = 1 } = generation
  const { price, requested, is_sample, terms = [], requestHash: request_hash = null } = generation
  const { httpRequestId: http_request_id = null, traceContext: trace_context = null } = generation
  const given = {
    id,
    account_id,
    request_id,
    kind,
    generation_type,
    model,
    model_version,
    price,
    requested,
    is_sample,
    request_hash,
    http_request_id,
    trace_context,
    webhook_token: webhookToken,
  }
  return { ...initialColumns, tags: [], ...given, terms: [...terms], ...made }
}
