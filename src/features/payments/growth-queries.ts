import type { Database } from '#platform/database/database.ts'
import { searchPayments } from './admin-queries.ts'
import { readTakings } from './takings-queries.ts'

/** The accounts of the benchmark. */
const accounts = 20_000

/** What the growth benchmark measures of the feature. `fullDay`: one with many rows. */
export const growthQueries = (database: Database, fullDay: { start: Date; end: Date }) => {
  const search = (text: string) =>
    searchPayments(database, { text, id: null, before: null, limit: 51 }).execute()
  return {
    '/admin: payments, newest': () => search(''),
    '/admin: payments of an address': () =>
      search(`${1 + Math.floor(Math.random() * accounts)}@example.com`),
    'what was sold on a day': () => readTakings(database, fullDay),
  }
}
