import pg from 'pg'
import { clientOptions } from '#database/database.ts'
import { accountId } from '../world/accounts.ts'
import { randomAccount } from './charge-loop.ts'
import { hotStatement } from './hot-statement.ts'
import { newGeneration } from './new-generation.ts'
import type { Yardstick } from './pgbench.ts'

/**
 * The same statement, prepared by name, through bare `pg`: what stands in for pgbench where there
 * is none.
 */
export const preparedLoop: Yardstick = {
  name: 'bare pg, prepared by name',
  measure: async ({ url, clients, seconds, accounts }) => {
    const query = await prepare()
    const all = await Promise.all(Array.from({ length: clients }, () => connect(url)))
    const start = performance.now()
    const end = start + seconds * 1000
    let count = 0
    await Promise.all(
      all.map(async (client) => {
        while (performance.now() < end) {
          await client.query(query(randomAccount(accounts)))
          count++
        }
      }),
    )
    const elapsed = (performance.now() - start) / 1000
    await Promise.all(all.map((client) => client.end()))
    return count / elapsed
  },
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(clientOptions({ url }))
  await client.connect()
  return client
}

/** Only the ids change from one start to the next. */
async function prepare(): Promise<(account: string) => pg.QueryConfig> {
  const sample = newGeneration(accountId(1))
  const { text, values } = await hotStatement(sample)
  return (account) => {
    const { id, request_id } = newGeneration(account)
    const own = new Map<unknown, string>([
      [sample.id, id],
      [sample.request_id, request_id],
      [sample.account_id, account],
    ])
    return { name: 'start', text, values: values.map((value) => own.get(value) ?? value) }
  }
}
