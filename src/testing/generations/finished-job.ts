import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Kind } from '#catalogue/kinds.ts'
import { chargeAndInsert } from '#database/queries/start-generation.ts'
import type { ServiceContext } from '#services/context.ts'
import type { FileHost } from '../file-host.ts'

type Job = { accountId: string; kind: Kind; requested?: number; output: object }

/**
 * A paid generation of any kind whose job has just ended at the provider with this output. Gives
 * its id.
 */
export async function finishedJob(
  { database }: ServiceContext,
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
    price: 30 * requested,
    requested,
    is_public: true,
    is_sample: false,
    input: { prompt: 'a fox' },
    deadline: 600_000,
  })
  if (!charged.charged) throw new Error(`Not charged: ${charged.reason}`)

  host.serve(`made/by-test/requests/${requestId}`, output)
  const reference = JSON.stringify({ endpoint: 'made/by-test', requestId, urls: {} })
  await sql`
    update generation set status = 'processing', step = 'collect', provider_job = ${reference}::jsonb
    where id = ${id}`.execute(database)
  return id
}
