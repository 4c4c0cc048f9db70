/**
 * The whole of a body, or nothing when it has more than `limit` bytes; then it is not read to its
 * end.
 */
export async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    if (size > limit) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
