/**
 * A piece of a file, from `start` to before `end`, that is written over: with `bytes`, or with
 * nothing but zeros.
 */
export type Patch = { start: number; end: number; bytes: Uint8Array | null }

/** The same stream with the patches applied; its length does not change. */
export async function* applyPatches(
  body: AsyncIterable<Uint8Array>,
  patches: readonly Patch[],
): AsyncIterable<Uint8Array> {
  let at = 0
  for await (const chunk of body) {
    const copy = Buffer.from(chunk)
    for (const { start, end, bytes } of patches) {
      const from = Math.max(start, at)
      const to = Math.min(end, at + copy.length)
      if (from >= to) continue
      if (bytes) copy.set(bytes.subarray(from - start, to - start), from - at)
      else copy.fill(0, from - at, to - at)
    }
    at += copy.length
    yield copy
  }
}
