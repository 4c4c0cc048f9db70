import { type Database, openDatabase } from '#database/database.ts'
import { chargeAndInsert } from '#database/queries/start-generation.ts'
import { accountId } from '../world/accounts.ts'
import { newGeneration } from './new-generation.ts'
import type { Order } from './pgbench.ts'

/** An id among accounts 1 to `accounts`. */
export function randomAccount(accounts: number): string {
  return accountId(1 + Math.floor(Math.random() * accounts))
}

/** Starts per second of the product's own query from this process. Throws when one is refused. */
export async function chargeLoop({ url, clients, seconds, accounts }: Order): Promise<number> {
  const database = openDatabase({ url }, () => undefined, clients)
  try {
    const start = performance.now()
    const end = start + seconds * 1000
    const counts = await Promise.all(
      Array.from({ length: clients }, () => startUntil(database, end, accounts)),
    )
    const elapsed = (performance.now() - start) / 1000
    return counts.reduce((sum, count) => sum + count, 0) / elapsed
  } finally {
    await database.destroy()
  }
}

async function startUntil(database: Database, end: number, accounts: number): Promise<number> {
  let count = 0
  while (performance.now() < end) {
    const result = await chargeAndInsert(database, newGeneration(randomAccount(accounts)))
    if (!result.charged) throw new Error(`A start was not charged: ${result.reason}`)
    count++
  }
  return count
}
