import type { Engine } from './routes.ts'

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png' }

/** A file of a job's result. Public, as the provider's are: the id cannot be guessed. */
export async function serveFile({ queue, store }: Engine, id: string, name: string): Promise<Response> {
  const job = queue.find(id)
  const contentType = contentTypes[name.split('.').at(-1) ?? '']
  const isOfJob = name.startsWith(`${id}-`) && !/[/\\]/.test(name)
  if (!job || !contentType || !isOfJob || job.faults.includes('missing-file')) return missing()

  if (job.faults.includes('wrong-type')) {
    return new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } })
  }
  const data = await store.readFile(name)
  return data ? new Response(new Uint8Array(data), { headers: { 'content-type': contentType } }) : missing()
}

const missing = () => new Response('Not Found', { status: 404 })
