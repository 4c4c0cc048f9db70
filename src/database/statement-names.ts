const names = new Map<string, string>()

/**
 * Lists of every length make ever new texts; each name costs the server memory, on every
 * connection.
 */
const mostNames = 200

/**
 * A name for a statement, so that each connection plans it once: planning the charge costs the
 * server more than running it. The same text has the same name; `undefined` once there are too
 * many.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = `atelier_${names.size + 1}`
  names.set(text, name)
  return name
}
