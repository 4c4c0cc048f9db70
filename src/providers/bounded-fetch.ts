/** The largest answer that is read from the identity and the payment provider, in bytes. */
const maxBytes = 1024 ** 2

/**
 * `fetch`, for libraries that accept one: an answer's body fails beyond 1 MB and its connection is
 * closed.
 */
export async function boundedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  if (!response.body) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > maxBytes)
        controller.error(new Error(`The answer has more than ${maxBytes} bytes`))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(limit), response)
}
