import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Violation } from '../checks/violation.ts'
import type { CreateRecord } from '../load/record.ts'
import type { World } from '../processes/world.ts'

const around = 15_000

/**
 * All that is known of one violation: the row, its entries and files, the provider's jobs, the
 * client, the logs, the kills.
 */
export async function tellStory(
  violation: Violation,
  world: World,
  records: CreateRecord[],
): Promise<string> {
  const record = records.find(
    ({ ids, plan }) => ids.has(violation.generation ?? '') || plan.tag === violation.tag,
  )
  const id = violation.generation ?? [...(record?.ids ?? [])][0]
  const lines = [`VIOLATION: ${violation.invariant}`, `  ${violation.detail}`]
  const say = (what: string, value: unknown) => lines.push(`  ${what}: ${JSON.stringify(value)}`)
  if (record) {
    say('planned', record.plan)
    for (const { at, what, outcome } of record.steps)
      say('client', [new Date(at).toISOString(), what, outcome])
  }
  if (id === undefined) return lines.join('\n')

  const row = await sql<{
    created_at: Date
  }>`select * from generation_with_job where id = ${id}`.execute(world.database)
  for (const each of row.rows) say('row', each)
  const entries =
    await sql`select * from credit_entry where generation_id = ${id} order by number`.execute(
      world.database,
    )
  for (const entry of entries.rows) say('entry', entry)
  const media = await sql`select * from media where generation_id = ${id}`.execute(world.database)
  for (const each of media.rows) say('file', each)
  const jobs = await world.jobs()
  for (const job of jobs.filter(
    ({ input }) => record && (input.prompt ?? input.text)?.includes(`${record.plan.tag}.`),
  ))
    say('provider', job)
  const born = row.rows[0]?.created_at.getTime() ?? 0
  for (const kill of world.kills.filter(({ at }) => at > born - around && at < born + 8 * around)) {
    say('kill', [
      kill.name,
      new Date(kill.at).toISOString(),
      kill.backAt && new Date(kill.backAt).toISOString(),
    ])
  }
  return [...lines, ...(await logLines(world.logs, id))].join('\n')
}

async function logLines(directory: string, id: string): Promise<string[]> {
  const files = await readdir(directory)
  const found = await Promise.all(
    files.map(async (file) => {
      const lines = (await readFile(path.join(directory, file), 'utf8')).split('\n')
      return lines.filter((line) => line.includes(id)).map((line) => `  ${file}: ${line}`)
    }),
  )
  return found.flat()
}
