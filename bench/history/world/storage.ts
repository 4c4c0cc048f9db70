import { sql } from 'kysely'
import type { Database } from '#database/database.ts'
import type { Row } from '../../measure/report.ts'

/**
 * What a record takes on disk: itself with its indexes, and what searches need of it once its block
 * is sealed.
 */
export async function sizesOf(database: Database): Promise<Row[]> {
  const { rows } = await sql<{ record: number; terms: number; blocks: number }>`
    select pg_total_relation_size('generation') / (select count(*) from generation) as record,
      pg_total_relation_size('history_term') / greatest((select count(*) from history_block where is_sealed) * 1024, 1) as terms,
      pg_total_relation_size('history_block') / (select count(*) from generation) as blocks`.execute(
    database,
  )
  const { record, terms, blocks } = rows[0] ?? { record: 0, terms: 0, blocks: 0 }
  const row = (what: string, bytes: number) => ({
    what,
    ratio: '',
    goal: '',
    met: null,
    ours: `${bytes.toLocaleString('en')} bytes`,
    yardstick: '',
  })
  return [
    row('on disk: a record, its indexes included', record),
    row('on disk: its terms, once it is sealed', terms),
    row('on disk: its share of its block', blocks),
  ]
}
