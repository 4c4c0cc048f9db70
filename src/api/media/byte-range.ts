/**
 * One `Range` of bytes, both ends included; `null` when the whole file is to be sent (no range,
 * several, or nonsense, which RFC 9110 lets a server ignore).
 */
export function parseRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return null

  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= bytes || start > end ? 'unsatisfiable' : { start, end }
}
