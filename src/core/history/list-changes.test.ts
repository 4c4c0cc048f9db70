import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { endGeneration } from '#core/generations/queries/end-generation.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { fluxSchnell } from '#testing/models.ts'
import { listChanges } from './list-changes.ts'

const context = await testContext()
const many = 450

describe('what changed since a moment', () => {
  let accountId: string
  beforeAll(async () => {
    accountId = (await testAccount(context, { credits: 100_000 })).id
    const request = {
      accountId,
      model: fluxSchnell,
      input: { prompt: 'a fox' },
      requestId: '1',
      isPublic: true,
    }
    const made = await startGeneration(context, request)
    await endGeneration(context.database, {
      ...{ id: made.id, accountId, leaseToken: null, status: 'completed', refund: 0 },
    })
    await sql`
      insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, status,
        number)
      select gen_random_uuid(), account_id, n::text, kind, generation_type, model, input, price, requested, status, n
      from generation, generate_series(2, ${many}) as n where id = ${made.id}`.execute(
      context.database,
    )
  })

  const read = async (since: number, max = many) =>
    (await listChanges(context, accountId, { since, max }))?.map(({ row }) => row.id) ?? null

  it('is complete and in order, also when hundreds changed at once', async () => {
    await sql`update generation set updated_at = date_trunc('second', now()) + interval '123 us'`.execute(
      context.database,
    )
    const ids = await read(Date.now())
    expect(ids).toHaveLength(many)
    expect(ids).toEqual(ids?.toSorted())
    expect(new Set(ids).size).toBe(many)
  })

  it('is in the order of the changes, to the microsecond', async () => {
    await sql`update generation set updated_at = now() + row.number * interval '1 us'
      from (select id, row_number() over (order by request_id) as number from generation) row
      where row.id = generation.id`.execute(onShardOf(context.database, accountId))
    const { rows } = await sql<{
      id: string
    }>`select id from generation order by request_id`.execute(context.database)
    expect(await read(Date.now())).toEqual(rows.map(({ id }) => id))
  })

  it('includes an open generation whose job changed', async () => {
    const { id: owner } = await testAccount(context)
    const request = { accountId: owner, model: fluxSchnell, requestId: undefined, isPublic: true }
    const { id } = await startGeneration(context, { ...request, input: { prompt: 'a fox' } })
    const changed = async () =>
      (await listChanges(context, owner, { since: Date.now(), max: many }))?.map(
        ({ row }) => row.id,
      )
    await sql`update generation set updated_at = now() - interval '1 hour' where id = ${id}`.execute(
      context.database,
    )
    expect(await changed()).toEqual([id])
    await sql`update job set updated_at = now() - interval '1 hour' where generation_id = ${id}`.execute(
      context.database,
    )
    expect(await changed()).toEqual([])
  })

  it('is not read when it exceeds the maximum', async () => {
    expect(await read(0, many - 1)).toBeNull()
    expect(await read(0, many)).toHaveLength(many)
  })

  it('starts early enough for a change that was committed late', async () => {
    await sql`update generation set updated_at = now() - interval '1 hour'`.execute(
      context.database,
    )
    expect(await read(Date.now())).toEqual([])
    const late = sql<{ id: string }>`
      update generation set updated_at = now() - interval '50 s' where request_id = '7' returning id`
    const { rows } = await late.execute(context.database)
    expect(await read(Date.now())).toEqual(rows.map(({ id }) => id))
  })
})
