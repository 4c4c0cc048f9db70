import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { clientOptions } from '#database/database.ts'
import type { HistoryFilters } from '#services/history/list-history.ts'
import { recordedStatement } from '../world/recorded-statement.ts'
import { ask, orderOf } from './ask.ts'

type Case = { what: string; account: number; page: number; filters?: HistoryFilters }

const file = path.join(import.meta.dirname, '../results/history-plans.md')

/**
 * PostgreSQL turns to a plan for all values after five with their own; served connections have it.
 */
const customPlans = 6

/** Writes how PostgreSQL answers each of these, as a connection does that has been asked before. */
export async function writePlans(url: string, cases: Case[]): Promise<void> {
  const client = new pg.Client(clientOptions({ url }))
  await client.connect()
  const parts = [
    '# Plans of the history’s queries',
    '',
    '`npm run bench -- history` keeps them beside its figures.',
  ]
  for (const [index, { what, account, page, filters }] of cases.entries()) {
    const { text, values } = await recordedStatement((database) =>
      ask(database, orderOf(account, page, filters)),
    )
    const name = `plan_${index}`
    for (let run = 0; run < customPlans; run++) await client.query({ name, text, values })
    const call = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers) execute ${name}${call}`,
    )
    parts.push('', `## ${what}`, '', '```', ...rows.map((row) => row['QUERY PLAN']), '```')
  }
  await client.end()
  await writeFile(file, `${parts.join('\n')}\n`)
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`)
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value)
}
