/**
 * The line of each key of a JSON text, from 1, by the keys that lead there, joined by dots; the
 * whole is ''. Of a text that is not JSON, the lines up to where it ends to be.
 */
export function linesOfPaths(text: string): Map<string, number> {
  const lines = new Map([['', 1]])
  // The containers around the current place, each with its current key.
  const open: { isList: boolean; key: string | number }[] = []
  const pathOf = () => open.map(({ key }) => key).join('.')
  let line = 1
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    const inner = open.at(-1)
    if (token === '\n') line++
    else if (token === '{' || token === '[') {
      noteItem(inner)
      open.push({ isList: token === '[', key: token === '[' ? 0 : '' })
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && inner) inner.key = inner.isList ? Number(inner.key) + 1 : ''
    else if (token.startsWith('"') && inner && !inner.isList && inner.key === '') {
      inner.key = readString(token)
      lines.set(pathOf(), line)
    } else if (token !== ':') noteItem(inner)
  }
  return lines

  function noteItem(inner: (typeof open)[number] | undefined) {
    if (inner?.isList) lines.set(pathOf(), line)
  }
}

/** The line of a path, or of the nearest key around it that the text has. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  const keys = path.split('.')
  for (let count = keys.length; count > 0; count--) {
    const line = lines.get(keys.slice(0, count).join('.'))
    if (line !== undefined) return line
  }
  return 1
}

function readString(token: string): string {
  try {
    return JSON.parse(token)
  } catch {
    return token.slice(1, -1)
  }
}
