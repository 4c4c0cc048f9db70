/** A buffer as the stream that storage takes. */
export async function* oneChunk(chunk: Uint8Array): AsyncIterable<Uint8Array> {
  yield chunk
}
