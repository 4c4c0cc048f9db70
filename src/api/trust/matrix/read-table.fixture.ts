import { refusals, table } from './table.fixture.ts'

/** Who asks: the columns of the table. */
export const callerNames = [
  'anon',
  'ended',
  'unpaid',
  'broke',
  'owner',
  'susp',
  'read',
  'create',
  'admin',
] as const
export type CallerName = (typeof callerNames)[number]

/** Whose thing is asked for; `-`: none is named. */
export type TargetName = '-' | 'own' | 'other' | 'missing' | 'mixed' | 'public'

type Row = Record<CallerName, string>

/**
 * What is expected of one operation. `alike`: what is somebody else's and what does not exist must
 * look the same.
 */
export type Expected = { rows: Partial<Record<TargetName, Row>>; isAlike: boolean }

/** The table by operation, such as `GET /api/generations/:id`. */
export function readTable(text = table): Map<string, Expected> {
  const [head = '', ...lines] = text.trim().split('\n')
  if (head.trim().split(/\s+/).join() !== callerNames.join())
    throw new Error('The columns of the table are not as they should be')
  const read = new Map<string, Expected>()
  for (const line of lines) {
    const [method, path, target = '', ...cells] = line.trim().split(/\s+/)
    if (cells.length !== callerNames.length)
      throw new Error(`A line of the table has not every column: ${line}`)
    const operation = `${method} ${path}`
    const expected = read.get(operation) ?? { rows: {}, isAlike: false }
    const row = Object.fromEntries(callerNames.map((name, place) => [name, cells[place]])) as Row
    for (const name of target.split('=')) expected.rows[name as TargetName] = row
    read.set(operation, { ...expected, isAlike: expected.isAlike || target.includes('=') })
  }
  return read
}

/** How an answer is written in the table. */
export function cellOf(status: number, body: string): string {
  if (status < 400) return String(status)
  const { code } = JSON.parse(body) as { code: string }
  return refusals[code] ?? `${status} ${code}`
}
