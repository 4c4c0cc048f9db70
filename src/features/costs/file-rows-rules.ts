import { type NamedRow, namedRows, nameOf, readCsv } from './csv-rules.ts'
import type { ListProblem } from './price-list-rules.ts'

/** The largest file, in bytes. */
export const mostBytes = 20 * 1024 ** 2

/**
 * Reads the rows of a CSV file with a head, or of JSON: a list of objects, or one in an object, as
 * fal answers it (`prices`, `billing_events`). At most so many rows.
 */
export function readRows(
  text: string,
  most: number,
): { rows: NamedRow[] } | { problems: ListProblem[] } {
  const isJson = /^\s*[[{]/.test(text)
  if (isJson) return readJsonRows(text, most)
  const read = readCsv(text, most + 1)
  if ('problem' in read) {
    const { line, problem } = read.problem
    return { problems: [{ path: `line ${line}`, message: problem }] }
  }
  return { rows: namedRows(read.records) }
}

function readJsonRows(
  text: string,
  most: number,
): { rows: NamedRow[] } | { problems: ListProblem[] } {
  const given = parse(text)
  const list = Array.isArray(given) ? given : listIn(given)
  if (!list) return { problems: [{ path: 'file', message: 'has no list of prices or jobs' }] }
  if (list.length > most)
    return { problems: [{ path: 'file', message: `has more than ${most} entries` }] }
  const problems = list.flatMap((row, index) =>
    typeof row === 'object' && row !== null
      ? []
      : [{ path: `line ${index + 1}`, message: 'must be an object' }],
  )
  if (problems.length > 0) return { problems: problems.slice(0, 20) }
  const rows = list.map((row, index) => ({
    line: index + 1,
    values: Object.fromEntries(
      Object.entries(row as object).map(([name, value]) => [nameOf(name), value]),
    ),
  }))
  return { rows }
}

function listIn(given: unknown): unknown[] | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  return Object.values(given).find((value): value is unknown[] => Array.isArray(value))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
