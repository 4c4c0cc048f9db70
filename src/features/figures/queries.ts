import { type Generated, type JSONColumnType, type Kysely, sql } from 'kysely'
import { isNoSampleData } from '#core/generations/queries/generations.ts'
import { firstIdAt } from '#platform/database/ids.ts'
import type { Tables } from '#platform/database/tables.ts'
import { growth, type Histogram } from './histogram-rules.ts'
import type { CreditFigures, DayFigures, FigureUnit, ModelFigures } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    figure: FigureTable
  }
}

/**
 * Figures of a day; of a week and a month only the active accounts. `start`: the first day, in UTC.
 */
type FigureTable = {
  unit: FigureUnit
  start: string
  figures: JSONColumnType<DayFigures | { active: number }>
  /** Nothing changes them any more. */
  is_final: boolean
  computed_at: Generated<Date>
}

type Connection = Kysely<Tables>

/** From one moment until before another. */
export type Span = { start: Date; end: Date }

/**
 * Ids are led by the time at which a process made them, which may differ from the database's: rows
 * are found by their ids with this margin, in ms, and then filtered by `created_at`.
 */
const clockMargin = 3_600_000

/** Rows that were created in a span, by the index of their ids. */
function createdIn({ start, end }: Span, id = 'id', createdAt = 'created_at') {
  return sql<boolean>`${sql.ref(id)} >= ${firstIdAt(start.getTime() - clockMargin)}::uuid
    and ${sql.ref(id)} < ${firstIdAt(end.getTime() + clockMargin)}::uuid
    and ${sql.ref(createdAt)} >= ${start} and ${sql.ref(createdAt)} < ${end}`
}

/** The number of its bucket in a histogram (histogram-rules.ts). */
const bucketOf = (from: string, to: string) => sql<number | null>`ceil(ln(greatest(1,
  extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) * 1000)::float) / ln(${growth}::float))::int`

/** Reads everything that happened in a span except the stored files and what was sold. */
export async function readSpan(
  database: Connection,
  span: Span,
): Promise<Omit<DayFigures, 'storage' | 'money'>> {
  return {
    credits: await readCredits(database, span),
    models: await readModels(database, span),
    waits: await readWaits(database, span),
    signUps: await countSignUps(database, span),
    active: await countActive(database, span),
  }
}

/** The statement for the ledger: it reads the block ranges of the span (daily-figures.test.ts). */
export function creditsOf(database: Connection, { start, end }: Span) {
  return database
    .selectFrom('credit_entry')
    .select(['reason', sql<number>`count(*)::int`.as('entries')])
    .select(sql<number>`sum(credits)::bigint`.as('credits'))
    .where('created_at', '>=', start)
    .where('created_at', '<', end)
    .groupBy('reason')
}

async function readCredits(
  database: Connection,
  span: Span,
): Promise<Record<string, CreditFigures>> {
  const rows = await creditsOf(database, span).execute()
  return Object.fromEntries(
    rows.map(({ reason, entries, credits }) => [reason, { entries, credits }]),
  )
}

/** The statement for generations: a range of their ids. */
export function generationsOf(database: Connection, span: Span) {
  const isResult = sql`status in ('completed', 'partial')`
  return database
    .selectFrom('generation')
    .select(['model', 'kind', 'status', sql<number>`count(*)::int`.as('count')])
    .select(sql<number>`coalesce(sum(requested) filter (where ${isResult}), 0)::int`.as('results'))
    .select(
      sql<number>`coalesce(sum(price - refunded) filter (where ${isResult}), 0)::bigint`.as(
        'credits',
      ),
    )
    .select(
      sql<
        number | null
      >`case when ${isResult} then ${bucketOf('created_at', 'completed_at')} end`.as('bucket'),
    )
    .where(createdIn(span))
    .where(isNoSampleData)
    .groupBy(['model', 'kind', 'status', 'bucket'])
}

async function readModels(database: Connection, span: Span): Promise<Record<string, ModelFigures>> {
  const models: Record<string, ModelFigures> = {}
  const rows = await generationsOf(database, span).execute()
  for (const { model, kind, status, count, results, credits, bucket } of rows) {
    models[model] ??= {
      ...{ kind, started: 0, completed: 0, partial: 0, failed: 0, open: 0 },
      ...{ results: 0, credits: 0, durations: {} },
    }
    const figures = models[model]
    figures.started += count
    figures[status as 'open' | 'completed' | 'partial' | 'failed'] += count
    figures.results += results
    figures.credits += credits
    if (bucket !== null) figures.durations[bucket] = (figures.durations[bucket] ?? 0) + count
  }
  return models
}

async function readWaits(database: Connection, span: Span): Promise<Histogram> {
  const rows = await database
    .selectFrom('generation')
    .select([bucketOf('created_at', 'started_at').as('bucket')])
    .select(sql<number>`count(*)::int`.as('count'))
    .where(createdIn(span))
    .where(isNoSampleData)
    .where('started_at', 'is not', null)
    .groupBy('bucket')
    .execute()
  return Object.fromEntries(rows.map(({ bucket, count }) => [String(bucket), count]))
}

async function countSignUps(database: Connection, span: Span): Promise<number> {
  const { count } = await database
    .selectFrom('account')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(createdIn(span))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the accounts that started something in a span. */
export async function countActive(database: Connection, span: Span): Promise<number> {
  const { count } = await database
    .selectFrom('generation')
    .select(sql<number>`count(distinct account_id)::int`.as('count'))
    .where(createdIn(span))
    .where(isNoSampleData)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Measures the stored files, each once however many records name it, without thumbnails. Reads every
 * record.
 */
export async function measureStorage(
  database: Connection,
): Promise<{ bytes: number; files: number }> {
  const { rows } = await sql<{ bytes: number; files: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes, count(*)::int as files from (
      select max(bytes) as bytes from media group by account_id, storage_key
    ) as file`.execute(database)
  return rows[0] ?? { bytes: 0, files: 0 }
}

/** The day (UTC) of the first account; `null`: there is none. */
export async function findFirstDay(database: Connection): Promise<string | null> {
  const first = await database
    .selectFrom('account')
    .select('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.created_at.toISOString().slice(0, 10) ?? null
}

const figureColumns = [
  'unit',
  sql<string>`start::text`.as('start'),
  'figures',
  'is_final',
  'computed_at',
] as const

/** Reads the stored figures of periods that begin from one day until before another, in order. */
export function listFigures(
  database: Connection,
  { unit, from, before }: { unit: FigureUnit; from: string; before: string },
) {
  return database
    .selectFrom('figure')
    .select(figureColumns)
    .where('unit', '=', unit)
    .where('start', '>=', from)
    .where('start', '<', before)
    .orderBy('start')
    .execute()
}

/** Reads the figures of the newest day that is stored. */
export async function findNewestDay(database: Connection): Promise<DayFigures | null> {
  const newest = await database
    .selectFrom('figure')
    .select('figures')
    .where('unit', '=', 'day')
    .orderBy('start', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (newest?.figures as DayFigures | undefined) ?? null
}

/** Lists the periods that are stored, with whether they are final. */
export function listComputed(database: Connection) {
  return database
    .selectFrom('figure')
    .select(['unit', sql<string>`start::text`.as('start'), 'is_final', 'computed_at'])
    .execute()
}

type NewFigures = {
  unit: FigureUnit
  start: string
  figures: DayFigures | { active: number }
  isFinal: boolean
}

/** Stores the figures of a period instead of earlier ones. */
export async function storeFigures(database: Connection, computed: NewFigures): Promise<void> {
  const { unit, start, isFinal } = computed
  const figures = JSON.stringify(computed.figures)
  await database
    .insertInto('figure')
    .values({ unit, start, figures, is_final: isFinal })
    .onConflict((conflict) =>
      conflict.columns(['unit', 'start']).doUpdateSet({
        figures: sql`excluded.figures`,
        is_final: sql`excluded.is_final`,
        computed_at: sql`now()`,
      }),
    )
    .execute()
}
