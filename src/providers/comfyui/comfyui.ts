import { download } from '../http/download.ts'
import { jobError } from '../http/http-error.ts'
import { type JobReference, type Provider, ProviderError, type SubmittedJob } from '../provider.ts'
import { isUnfinished, outputOf, runTimeOf } from './history.ts'
import { createProgress } from './progress.ts'
import { type ComfyServer, createServer } from './server.ts'
import { readyToSend } from './workflow.ts'

/** `id`: that of this instance in the registry. */
export type ComfyUiOptions = { id: string; urls: readonly string[] }

/**
 * ComfyUI servers. An input is a whole workflow in API form. The least busy server that can be
 * reached gets a job, and its files. Jobs cost nothing but time, so one that its server lost, or
 * whose server is away, is submitted again: it may run twice, and only one result is kept.
 */
export function createComfyUi({ id, urls }: ComfyUiOptions): Provider {
  const progress = createProgress()
  const servers = urls.map((url) => createServer(url))
  /** Submits of this process that the servers' queues do not show yet. */
  const underway = new Map<ComfyServer, number>()

  const serverOf = ({ urls: { server } }: JobReference): ComfyServer => {
    const found = servers.find(({ url }) => url === server)
    // Only configured servers are asked, whatever is stored.
    if (!found) throw jobError('not_found', 'The job’s server is not configured any more')
    return found
  }

  /** The servers that answer, the least busy one first. Throws `ProviderError` if none does. */
  const byLoad = async (): Promise<ComfyServer[]> => {
    const found = await Promise.allSettled(
      servers.map(async (server) => {
        const { running, pending } = await server.queue()
        return { server, load: running.length + pending.length }
      }),
    )
    const reached = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (reached.length === 0)
      throw new ProviderError('unavailable', 'No ComfyUI server answers', refused)
    const loadOf = ({ server, load }: (typeof reached)[number]) =>
      load + (underway.get(server) ?? 0)
    return reached.toSorted((a, b) => loadOf(a) - loadOf(b)).map(({ server }) => server)
  }

  const submitTo = async (
    server: ComfyServer,
    endpoint: string,
    ...[input, options]: [Record<string, unknown>, Parameters<Provider['submit']>[2]]
  ): Promise<SubmittedJob> => {
    underway.set(server, (underway.get(server) ?? 0) + 1)
    try {
      const names = new Map<string, string>()
      for (const [placeholder, file] of options?.files ?? [])
        names.set(placeholder, await server.upload(file))
      const clientId = await progress.follow(server.url)
      const requestId = await server.submit(readyToSend(input, names), clientId)
      progress.begin(server.url, requestId)
      const job = { provider: id, endpoint, requestId, urls: { server: server.url } }
      return { job, state: { state: 'queued', position: null, logs: [] } }
    } finally {
      underway.set(server, (underway.get(server) ?? 1) - 1)
    }
  }

  return {
    id,
    url: urls[0] ?? '',
    isRepeatable: true,

    async submit(endpoint, input, options) {
      let problem: unknown
      for (const server of await byLoad()) {
        try {
          return await submitTo(server, endpoint, input, options)
        } catch (error) {
          // Another server may be there, or have the models that this one lacks.
          if (!(error instanceof ProviderError) || error.delivery === 'unknown') throw error
          problem = error
        }
      }
      throw problem
    },

    async status(job) {
      const server = serverOf(job)
      const { requestId } = job
      const entry = await server.history(requestId)
      if (entry) {
        progress.end(requestId)
        return { state: 'finished', runMs: runTimeOf(entry), logs: [] }
      }
      const { running, pending } = await server.queue()
      if (running.includes(requestId))
        return { state: 'running', ...progress.read(requestId), logs: [] }
      const position = pending.indexOf(requestId)
      if (position !== -1) return { state: 'queued', position: position + running.length, logs: [] }
      // It may have ended between the two answers.
      const ended = await server.history(requestId)
      if (ended) return { state: 'finished', runMs: runTimeOf(ended), logs: [] }
      progress.end(requestId)
      throw jobError('not_found', 'The ComfyUI server does not know the job')
    },

    async result(job) {
      const server = serverOf(job)
      const entry = await server.history(job.requestId)
      if (entry) return outputOf(entry, job.requestId, server.url)
      throw isUnfinished(await server.queue(), job.requestId)
    },

    async cancel(job) {
      const server = serverOf(job)
      const { running, pending } = await server.queue()
      if (pending.includes(job.requestId)) {
        await server.remove(job.requestId)
        progress.end(job.requestId)
        return 'removed'
      }
      if (running.includes(job.requestId)) {
        await server.interrupt(job.requestId)
        return 'requested'
      }
      return (await server.history(job.requestId)) ? 'too_late' : 'not_found'
    },

    download: (address, limits) => download(address, { isAllowed: isOwnFile }, limits),

    async probe() {
      await byLoad()
    },
  }

  function isOwnFile(address: string): boolean {
    return servers.some(({ url }) => address.startsWith(`${url}/view?`))
  }
}

const refused = { delivery: 'refused', retryable: true } as const
