import { randomUUID } from 'node:crypto'

/**
 * The progress and the preview images of this process's jobs, from the servers' websockets. Another
 * process, or one whose socket broke, shows that a job runs, and not how far it is.
 */
export type Progress = {
  /** Follows a server, if it can be reached soon; returns the id to submit under. */
  follow(serverUrl: string): Promise<string>
  /** From now on this job's progress is kept. */
  begin(serverUrl: string, job: string): void
  /** `progress` in percent; `null`: unknown. `preview`: the newest image, if not read before. */
  read(job: string): { progress: number | null; preview?: Uint8Array }
  end(job: string): void
}

type FollowedJob = { serverUrl: string; percent: number | null; preview?: Uint8Array }

/** How long a submit waits for the socket, in ms. */
const patience = 2_000

export function createProgress(): Progress {
  const clientId = randomUUID()
  const sockets = new Map<string, WebSocket>()
  const jobs = new Map<string, FollowedJob>()

  /** A server runs one job at a time: its preview images belong to the one that it named last. */
  const listen = (socket: WebSocket) => {
    let current: FollowedJob | undefined
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') {
        const preview = readPreview(data)
        if (current && preview) current.preview = preview
        return
      }
      const message = readMessage(data)
      if (!message) return
      current = jobs.get(message.job)
      if (current && message.percent !== null) current.percent = message.percent
    })
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
      listen(socket)
      await settled(socket)
      return clientId
    },
    begin: (serverUrl, job) => void jobs.set(job, { serverUrl, percent: null }),
    read: (id) => {
      const job = jobs.get(id)
      if (!job) return { progress: null }
      const { percent, preview } = job
      delete job.preview
      return { progress: percent, ...(preview && { preview }) }
    },
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

/** The job that a message names, and how far it is where the message says so. */
function readMessage(text: string): { job: string; percent: number | null } | null {
  try {
    const { type, data } = JSON.parse(text) as { type?: unknown; data?: Record<string, unknown> }
    if (typeof data?.prompt_id !== 'string') return null
    const percent = Math.round((100 * Number(data.value)) / Number(data.max))
    const isKnown = type === 'progress' && percent >= 0 && percent <= 100
    return { job: data.prompt_id, percent: isKnown ? percent : null }
  } catch {
    return null
  }
}

const previewImage = 1
/** The longest preview image that is kept, in bytes. */
const maxPreview = 1024 * 1024

/** A binary message: its type and the image's format, 4 bytes each, then the image. */
function readPreview(data: ArrayBuffer): Uint8Array | null {
  if (data.byteLength <= 8 || data.byteLength > maxPreview) return null
  return new DataView(data).getUint32(0) === previewImage ? new Uint8Array(data, 8) : null
}
