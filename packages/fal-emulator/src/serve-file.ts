import { promises as timers } from 'node:timers'
import type { EmulatorParts, FileFaults } from './http.ts'

const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  wav: 'audio/wav',
  glb: 'model/gltf-binary',
}

/** A file of a job's result. Public, as the provider's are: the id cannot be guessed. */
export async function serveFile(
  { queue, store, files }: EmulatorParts,
  id: string,
  name: string,
): Promise<Response> {
  const job = queue.find(id)
  const contentType = contentTypes[name.split('.').at(-1) ?? '']
  const isOfJob = name.startsWith(`${id}-`) && !/[/\\]/.test(name)
  if (!job || !contentType || !isOfJob || job.faults.includes('missing-file')) return missing()

  if (job.faults.includes('wrong-type')) {
    return new Response('<!doctype html><title>Sign in</title>', {
      headers: { 'content-type': 'text/html' },
    })
  }
  const data = await store.readFile(name)
  if (!data) return missing()
  const headers = { 'content-type': contentType }
  if (job.faults.includes('huge-file'))
    return new Response(streamOf(swollen(data, files)), { headers })
  if (job.faults.includes('slow-file'))
    return new Response(streamOf(dripping(data, files)), { headers })
  return new Response(new Uint8Array(data), { headers })
}

const missing = () => new Response('Not Found', { status: 404 })

const pieces = 20

/** The whole file, a twentieth at a time. */
async function* dripping(data: Uint8Array, { slowMs }: FileFaults): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(data.length / pieces)
  for (let start = 0; start < data.length; start += size) {
    await timers.setTimeout(slowMs / pieces)
    yield data.slice(start, start + size)
  }
}

/**
 * A real beginning, then zeros. There is no `Content-Length`, so a reader has to count for itself.
 */
async function* swollen(data: Uint8Array, { hugeBytes }: FileFaults): AsyncGenerator<Uint8Array> {
  yield data.slice()
  const zeros = new Uint8Array(64 * 1024)
  for (let left = hugeBytes - data.length; left > 0; left -= zeros.length)
    yield zeros.slice(0, left)
}

/** Reads the next chunk only when there is room for it. */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await pieces.return(undefined)
    },
  })
}
