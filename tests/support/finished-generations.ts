import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { prepareInput, resolveInputFiles } from '#core/generations/prepare-input.ts'
import {
  type Ending,
  endGeneration,
  type ResultFile,
} from '#core/generations/queries/end-generation.ts'
import { chargeAndInsert } from '#core/generations/queries/start-generation.ts'
import { searchTerms } from '#core/history/search-term-rules.ts'
import { filesOf } from '#core/models/rules/file-field.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { AllParts } from '#core/parts.ts'
import type { FileHost } from './files.ts'

type Work = { accountId: string; model: Model; input: Record<string, unknown> }
type Result = Partial<Omit<ResultFile, 'id'>> & { content_type: string }

/**
 * Inserts a paid generation that ended as `ending` says, without running it: its files are only
 * recorded. Returns its id.
 */
export async function finishedWork(
  context: AllParts,
  { accountId, model, input: raw }: Work,
  { results = [], ...ending }: Partial<Ending> & { results?: Result[] } = {},
): Promise<string> {
  const { input: parsed, price } = prepareInput(context, model, raw)
  const taken =
    filesOf(model.fields, parsed).length > 0
      ? await resolveInputFiles(context, { accountId, origins: [], model, input: parsed })
      : { input: parsed, inputs: [] }
  const { id = uuid() } = ending
  await context.database.transaction().execute(async (transaction) => {
    const charged = await chargeAndInsert(transaction, {
      id,
      account_id: accountId,
      request_id: randomUUID(),
      kind: model.kind,
      generation_type: model.generationType,
      model: model.id,
      providers: [model.provider],
      price: price.credits,
      requested: price.quantity,
      is_public: true,
      is_sample: false,
      deadline: 600_000,
      terms: searchTerms(model, { model: model.id, mode: model.generationType, input: parsed }),
      ...taken,
    })
    if (!charged.charged) throw new Error(`Not charged: ${charged.reason}`)
    const media = results.map((file, position) => ({ ...recorded, id: uuid(), position, ...file }))
    await endGeneration(transaction, {
      id,
      accountId,
      leaseToken: null,
      status: 'completed',
      refund: 0,
      ...ending,
      media,
    })
  })
  return id
}

const recorded = { storage_key: 'nowhere/0.bin', bytes: 1, sha256: 'x', width: null, height: null }

type Job = { accountId: string; kind: Kind; requested?: number; output: object }

/**
 * A paid generation of any kind whose job has just ended at the provider with this output. Gives
 * its id.
 */
export async function finishedJob(
  { database }: AllParts,
  host: FileHost,
  job: Job,
): Promise<string> {
  const { accountId, kind, requested = 1, output } = job
  const id = uuid()
  const requestId = randomUUID()
  const charged = await chargeAndInsert(database, {
    id,
    account_id: accountId,
    request_id: id,
    kind,
    generation_type: 'test',
    model: 'test',
    providers: ['fal'],
    price: 30 * requested,
    requested,
    is_public: true,
    is_sample: false,
    input: { prompt: 'a fox' },
    deadline: 600_000,
  })
  if (!charged.charged) throw new Error(`Not charged: ${charged.reason}`)

  host.serve(`made/by-test/requests/${requestId}`, output)
  const reference = JSON.stringify({
    provider: 'fal',
    endpoint: 'made/by-test',
    requestId,
    urls: {},
  })
  await sql`
    update job set status = 'processing', step = 'collect', provider_job = ${reference}::jsonb
    where generation_id = ${id}`.execute(database)
  return id
}
