/**
 * Writes a JSON object member by member, indented for people; a member that is an async iterable of
 * pages of entries becomes an array, one page at a time in memory.
 */
export async function* writeJson(members: Record<string, unknown>): AsyncGenerator<Uint8Array> {
  let before = '{\n'
  for (const [name, value] of Object.entries(members)) {
    yield Buffer.from(`${before}  ${JSON.stringify(name)}: `)
    if (isPages(value)) yield* writePages(value)
    else yield Buffer.from(indented(value, '  '))
    before = ',\n'
  }
  yield Buffer.from('\n}\n')
}

async function* writePages(pages: AsyncIterable<unknown[]>): AsyncGenerator<Uint8Array> {
  let before = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield Buffer.from(
      `${before}\n    ${page.map((entry) => indented(entry, '    ')).join(',\n    ')}`,
    )
    before = ','
  }
  yield Buffer.from(before === '[' ? '[]' : '\n  ]')
}

function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)
}

function isPages(value: unknown): value is AsyncIterable<unknown[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
