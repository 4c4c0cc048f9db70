import { streamSilenceMs } from '#core/events/contract.ts'
import { type LiveEvent, liveEventNames } from './apply-event.ts'

export type LiveStatus = 'connecting' | 'live' | 'down'

export type StreamListener = {
  onEvent(event: LiveEvent): void
  onStatus(status: LiveStatus): void
  /** The server refused the stream, so missed events will not be sent again. */
  onRefused(): void
}

/**
 * Keeps the event stream open. The browser resumes a broken one itself, with Last-Event-ID; one
 * that the server refused is opened again after growing pauses. A silent one is closed and opened
 * again: the browser does not notice that a connection was lost. Returns a function that ends it.
 */
function openStream(listener: StreamListener): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined
  let refusals = 0

  const expectMore = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      listener.onStatus('down')
      open()
    }, streamSilenceMs)
  }

  function open() {
    clearTimeout(timer)
    source?.close()
    source = new EventSource('/api/events')
    expectMore()
    source.onopen = () => {
      refusals = 0
      expectMore()
      listener.onStatus('live')
    }
    source.onerror = () => {
      listener.onStatus('down')
      // The browser reconnects itself, and has as long for it.
      if (source?.readyState !== EventSource.CLOSED) return expectMore()
      clearTimeout(watchdog)
      listener.onRefused()
      timer = setTimeout(open, reopenDelay(refusals++))
    }
    source.addEventListener('heartbeat', expectMore)
    for (const name of liveEventNames) {
      source.addEventListener(name, ({ data }) => {
        expectMore()
        listener.onEvent({ name, data: JSON.parse(data) } as LiveEvent)
      })
    }
  }

  const reopen = () => source?.readyState === EventSource.CLOSED && open()
  addEventListener('online', reopen)
  listener.onStatus('connecting')
  open()
  return () => {
    removeEventListener('online', reopen)
    clearTimeout(timer)
    clearTimeout(watchdog)
    source?.close()
  }
}

/**
 * The pause before a refused stream is opened again, in ms: 1 s, 2 s, 4 s … at most 30 s, spread by
 * up to a quarter.
 */
export function reopenDelay(refusals: number, random = Math.random): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(refusals, 10)) * (1 + random() / 4)
}

type Message =
  | { type: 'event'; event: LiveEvent }
  | { type: 'status'; status: LiveStatus }
  | { type: 'join' }

/**
 * One stream for all tabs of an account: a browser allows six connections to a server, and a stream
 * uses one. The tab with the lock listens and forwards every event; when it closes, another takes
 * over. Without locks (pages served without https) each tab listens for itself.
 */
export function shareStream(account: string, listener: StreamListener): () => void {
  if (!('locks' in navigator)) return openStream(listener)

  const name = `atelier-live:${account}`
  const channel = new BroadcastChannel(name)
  const ended = new AbortController()
  let isLeader = false
  let status: LiveStatus = 'connecting'
  const post = (message: Message) => channel.postMessage(message)

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'event') listener.onEvent(data.event)
    else if (data.type === 'status') listener.onStatus(data.status)
    else if (isLeader) post({ type: 'status', status })
  }

  const lead = () => {
    isLeader = true
    const close = openStream({
      onEvent: (event) => {
        listener.onEvent(event)
        post({ type: 'event', event })
      },
      onStatus: (next) => {
        status = next
        listener.onStatus(next)
        post({ type: 'status', status })
      },
      onRefused: listener.onRefused,
    })
    return new Promise<void>((release) =>
      ended.signal.addEventListener('abort', () => {
        close()
        release()
      }),
    )
  }

  navigator.locks.request(name, { signal: ended.signal }, lead).catch(() => undefined)
  post({ type: 'join' })
  return () => {
    ended.abort()
    channel.close()
  }
}
