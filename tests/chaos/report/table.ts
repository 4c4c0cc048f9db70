/** A table in Markdown, as wide as its words. */
export function table(head: string[], rows: (string | number)[][]): string {
  const text = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(...text.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(head), rule, ...text.slice(1).map(line)].join('\n')
}
