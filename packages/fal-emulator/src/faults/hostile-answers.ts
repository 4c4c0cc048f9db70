const chunk = new TextEncoder().encode('x'.repeat(64 * 1024))

/** JSON that begins with `start` and then never ends. It is made only as fast as it is read. */
export function endlessJson(start: string, status = 200): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
      pull: (controller) => controller.enqueue(chunk),
    },
    { highWaterMark: 1 },
  )
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
}

/**
 * The same JSON, its seed a text, with NUL in every text but addresses, and a lone surrogate beside
 * them.
 */
export function withNul(json: string): string {
  const odd = JSON.parse(json, (name, value) => {
    if (name === 'seed') return `${value}\0`
    return typeof value === 'string' && name !== 'url'
      ? `${value.slice(0, 3)}\0${value.slice(3)}`
      : value
  })
  return JSON.stringify({ ...odd, timings: '\ud800' })
}
