import type { Patch } from './find-metadata.ts'

/** Applies patches, which are in order, to a stream; its length does not change. */
export async function* applyPatches(
  body: AsyncIterable<Uint8Array>,
  patches: readonly Patch[],
): AsyncIterable<Uint8Array> {
  let at = 0
  let next = 0
  for await (const chunk of body) {
    const copy = Buffer.from(chunk)
    const chunkEnd = at + copy.length
    for (let index = next; index < patches.length; index++) {
      const { start, end, bytes } = patches[index] as Patch
      if (start >= chunkEnd) break
      if (end <= chunkEnd) next = index + 1
      const from = Math.max(start, at)
      const to = Math.min(end, chunkEnd)
      if (bytes) copy.set(bytes.subarray(from - start, to - start), from - at)
      else copy.fill(0, from - at, to - at)
    }
    at += copy.length
    yield copy
  }
}
