import { type RawBuilder, sql } from 'kysely'

/** The day (UTC) of a moment, in days since 1970. */
export function dayOf(moment: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`((${moment} at time zone 'UTC')::date - date '1970-01-01')`
}

/** The month (UTC) of a moment, in months since year 0. */
export function monthOf(moment: RawBuilder<unknown>): RawBuilder<number> {
  const part = (name: string) => sql`extract(${sql.raw(name)} from ${moment} at time zone 'UTC')`
  return sql<number>`(12 * ${part('year')} + ${part('month')})::int`
}

/** Whole days (YYYY-MM-DD, both inclusive) in a time zone of the IANA database. */
export type Days = { start?: string | undefined; end?: string | undefined; timeZone: string }
