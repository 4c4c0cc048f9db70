import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { Refused } from '../refused.ts'

/** Timeout of one image, in ms. */
const timeoutMs = 60_000

const limits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

/** One at a time: each may need a gigabyte. */
const gate = pLimit(1)

/**
 * Converts an HEIC image, upright, to a PNG at `to` with the colours `colours` (an ICC profile;
 * `null`: sRGB). The decoder is WebAssembly on its own thread, which ends with the image, so that
 * its memory is released. Returns `to`. Throws `Refused` `broken_file`.
 */
export function convertHeic(from: string, to: string, colours: Uint8Array | null): Promise<string> {
  return gate(() => convert(from, to, colours))
}

async function convert(from: string, to: string, colours: Uint8Array | null): Promise<string> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: { from, to, colours },
    resourceLimits: limits,
    stdout: true,
    stderr: true,
  })
  const timer = setTimeout(() => void worker.terminate(), timeoutMs)
  try {
    const code = await new Promise<number>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', resolve)
    })
    if (code !== 0) throw new Error(`The converter ended with ${code}`)
    return to
  } catch {
    throw new Refused({ reason: 'broken_file' })
  } finally {
    clearTimeout(timer)
  }
}
