import type { Database } from '#platform/database/database.ts'
import { readSpan } from './queries.ts'

/** What the growth benchmark measures of the feature. `fullDay`: one with many rows. */
export const growthQueries = (database: Database, fullDay: { start: Date; end: Date }) => ({
  'the figures of a day for /admin’s charts': () => readSpan(database, fullDay),
})
