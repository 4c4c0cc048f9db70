import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { chargeAndInsert, type NewGeneration } from '#core/generations/queries/start-generation.ts'
import { findReadableMedia } from '#core/media/queries/media.ts'
import { afterFile } from '#testing/after-file.ts'
import { testConnection } from '#testing/database/database.ts'
import { clientOptions, databaseOver, openDatabase } from '../database.ts'
import { onShardOf } from './accounts-shard.ts'

const connection = await testConnection()
const pool = new pg.Pool({ ...clientOptions(connection), max: 1 })
const commands: string[] = []
pool.on('connect', (client) => {
  client.on('notice', ({ message, detail }) => {
    if (message?.startsWith('issuing')) commands.push(`${detail}: ${message}`)
  })
})
const database = databaseOver(pool, () => undefined, connection)
afterFile(() => database.destroy())

async function makeAccount(credits = 100): Promise<string> {
  const id = randomUUID()
  await database.insertInto('account').values({ id, email: id, credits, has_paid: true }).execute()
  return id
}

function generationOf(accountId: string): NewGeneration {
  return {
    ...{ id: randomUUID(), account_id: accountId, request_id: randomUUID(), kind: 'image' },
    ...{
      generation_type: 'text-to-image',
      model: 'm',
      providers: ['fal'],
      price: 1,
      requested: 1,
      is_public: true,
    },
    ...{ input: {}, is_sample: false, deadline: 1_000 },
  }
}

/** What the coordinator sends to workers meanwhile. */
async function remoteCommands(work: () => Promise<unknown>): Promise<string[]> {
  await work()
  await sql`set citus.log_remote_commands = on`.execute(database)
  commands.length = 0
  await work()
  await sql`set citus.log_remote_commands = off`.execute(database)
  return [...commands]
}

describe.runIf(connection.isDistributed)('a statement of an account in a cluster', () => {
  it('is one command to one worker when it charges', async () => {
    const id = await makeAccount()
    const sent = await remoteCommands(() => chargeAndInsert(database, generationOf(id)))
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(/issuing SELECT public\.atelier_run/)
  })

  it('is one command to one worker when it reads a file by its address', async () => {
    const accountId = await makeAccount()
    const keys = { id: randomUUID(), accountId }
    expect(await remoteCommands(() => findReadableMedia(database, keys, null))).toHaveLength(1)
  })

  it('returns the same types as on a single database', async () => {
    const id = await makeAccount()
    const query = (of: typeof database) =>
      sql`select created_at, account.*, '\\x0102'::bytea as bytes, 1.5::numeric as ratio, count(*) over () as count,
        array['a', null] as list, '{"b": [1]}'::jsonb as value, b'101' as bits, null::timestamptz as never
        from account where id = ${id}`.execute(of)
    const [own, plain] = [await query(onShardOf(database, id)), await query(database)]
    expect(own.rows).toEqual(plain.rows)
  })

  it('fails with the name of the constraint that it breaks', async () => {
    const generation = generationOf(await makeAccount())
    expect(await chargeAndInsert(database, generation)).toMatchObject({ charged: true })
    const again = { ...generationOf(generation.account_id), request_id: generation.request_id }
    expect(await chargeAndInsert(database, again)).toEqual({
      charged: false,
      reason: 'same_request',
    })
  })

  it('is undone with the transaction that it runs in', async () => {
    const id = await makeAccount()
    const work = database.transaction().execute(async (transaction) => {
      await chargeAndInsert(transaction, generationOf(id))
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    const found = await database.selectFrom('generation').select('id').where('account_id', '=', id)
    expect(await found.execute()).toEqual([])
  })

  it('charges exactly while its shard moves to another worker', async () => {
    const id = await makeAccount(1_000)
    const operator = openDatabase(connection, () => undefined, 1)
    afterFile(() => operator.destroy())
    const moving = { done: false }
    const move = moveShardOf(operator, id).finally(() => {
      moving.done = true
    })
    let charged = 0
    while (!moving.done) {
      const made = await chargeAndInsert(database, generationOf(id)).catch((error: unknown) => {
        expect(String(error)).toMatch(/has moved|shard|could not serialize/)
        return { charged: false }
      })
      if (made.charged) charged++
    }
    await move
    expect(await chargeAndInsert(database, generationOf(id))).toMatchObject({ charged: true })
    const account = await database.selectFrom('account').selectAll().where('id', '=', id).execute()
    expect(account).toMatchObject([{ credits: 1_000 - charged - 1, last_number: charged + 1 }])
    const { rows } = await sql`select from credit_entry where account_id = ${id}`.execute(database)
    expect(rows).toHaveLength(charged + 1)
  })
})

async function moveShardOf(operator: typeof database, accountId: string): Promise<void> {
  await sql`
    select citus_move_shard_placement(shard, source.nodename, source.nodeport, target.nodename, target.nodeport, 'block_writes')
    from get_shard_id_for_distribution_column('account', ${sql.lit(accountId)}::uuid) shard
    join pg_dist_placement placement on placement.shardid = shard
    join pg_dist_node source on source.groupid = placement.groupid
    join pg_dist_node target on target.groupid <> source.groupid and target.shouldhaveshards`.execute(
    operator,
  )
}
