import { randomUUID } from 'node:crypto'

/**
 * The progress of this process's jobs, from the servers' websockets. It is a comfort: another
 * process, or one whose socket broke, shows that a job runs, and not how far it is.
 */
export type Progress = {
  /** Follows a server, if it can be reached soon; returns the id to submit under. */
  follow(serverUrl: string): Promise<string>
  /** From now on this job's progress is kept. */
  begin(serverUrl: string, job: string): void
  /** In percent; `null`: unknown. */
  of(job: string): number | null
  end(job: string): void
}

/** How long a submit waits for the socket, in ms. */
const patience = 2_000

export function createProgress(): Progress {
  const clientId = randomUUID()
  const sockets = new Map<string, WebSocket>()
  const jobs = new Map<string, { serverUrl: string; percent: number | null }>()

  const onMessage = ({ data }: MessageEvent) => {
    // Binary messages are previews, which no page shows.
    if (typeof data !== 'string') return
    const found = readMessage(data)
    const job = found && jobs.get(found.job)
    if (job) job.percent = found.percent
  }

  const closeIfIdle = (serverUrl: string) => {
    if ([...jobs.values()].some((job) => job.serverUrl === serverUrl)) return
    sockets.get(serverUrl)?.close()
    sockets.delete(serverUrl)
  }

  return {
    async follow(serverUrl) {
      const isOpen = sockets.get(serverUrl)?.readyState === WebSocket.OPEN
      if (isOpen) return clientId
      const socket = new WebSocket(`${serverUrl.replace(/^http/, 'ws')}/ws?clientId=${clientId}`)
      sockets.set(serverUrl, socket)
      socket.addEventListener('message', onMessage)
      await settled(socket)
      return clientId
    },
    begin: (serverUrl, job) => void jobs.set(job, { serverUrl, percent: null }),
    of: (job) => jobs.get(job)?.percent ?? null,
    end: (id) => {
      const job = jobs.get(id)
      jobs.delete(id)
      if (job) closeIfIdle(job.serverUrl)
    },
  }
}

/** Resolves when the socket is open, or will not be. */
function settled(socket: WebSocket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patience)
  for (const event of ['open', 'error', 'close']) socket.addEventListener(event, () => resolve())
  return promise.finally(() => clearTimeout(timer))
}

function readMessage(text: string): { job: string; percent: number } | null {
  try {
    const { type, data } = JSON.parse(text) as { type?: unknown; data?: Record<string, unknown> }
    if (type !== 'progress' || typeof data?.prompt_id !== 'string') return null
    const percent = Math.round((100 * Number(data.value)) / Number(data.max))
    return percent >= 0 && percent <= 100 ? { job: data.prompt_id, percent } : null
  } catch {
    return null
  }
}
