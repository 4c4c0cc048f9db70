/** A record of a CSV file: its cells, and the line that it begins on, from 1. */
export type CsvRecord = { line: number; cells: string[] }

/** A file that is no CSV, with the line. */
export type CsvProblem = { line: number; problem: string }

/**
 * Reads CSV (RFC 4180), with commas or, where the first line has none, semicolons; blank lines are
 * left out. Stops with a problem after `most` records.
 */
export function readCsv(
  text: string,
  most: number,
): { records: CsvRecord[] } | { problem: CsvProblem } {
  const whole = text.startsWith('\ufeff') ? text.slice(1) : text
  const firstLine = /^[^\r\n]*/.exec(whole)?.[0] ?? ''
  const separator = firstLine.includes(',') || !firstLine.includes(';') ? ',' : ';'
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|$)`,
    'y',
  )
  const records: CsvRecord[] = []
  let line = 1
  let record: CsvRecord = { line, cells: [] }
  while (cell.lastIndex < whole.length || record.cells.length > 0) {
    const found = cell.exec(whole)
    if (!found) return { problem: { line, problem: 'has a quotation mark out of place' } }
    const [, quoted, plain = '', end = ''] = found
    record.cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'))
    line += quoted?.match(/\n/g)?.length ?? 0
    if (end === separator) continue
    line += 1
    if (record.cells.some((value) => value !== '')) records.push(record)
    if (records.length > most)
      return { problem: { line: record.line, problem: `has more than ${most} lines` } }
    record = { line, cells: [] }
    if (end === '') break
  }
  return { records }
}

/** Rows by the lower-case names of the first line. */
export type NamedRow = { line: number; values: Readonly<Record<string, unknown>> }

/** Returns the records after the first by its names. */
export function namedRows([head, ...records]: readonly CsvRecord[]): NamedRow[] {
  const names = (head?.cells ?? []).map(nameOf)
  return records.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  }))
}

/** Headers differ in case and in what joins their words. */
export const nameOf = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** Returns the value under the first of these names that the row has. */
export function cellOf({ values }: NamedRow, names: readonly string[]): unknown {
  const name = names.find((each) => values[each] !== undefined && values[each] !== '')
  return name === undefined ? undefined : values[name]
}
