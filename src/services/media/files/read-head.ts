/**
 * Reads at least `length` first bytes of a stream, if it has so many, and gives the stream back
 * whole.
 */
export async function readHead(
  body: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ head: Uint8Array; whole: AsyncIterable<Uint8Array>; close(): Promise<void> }> {
  const chunks = body[Symbol.asyncIterator]()
  let head = new Uint8Array()
  while (head.length < length) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const close = async () => {
    await chunks.return?.()
  }
  return { head, whole: joined(head, chunks), close }
}

async function* joined(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  yield head
  yield* { [Symbol.asyncIterator]: () => rest }
}
