import type { LiveEvent } from './apply-event.ts'
import { type LiveStatus, openStream, type StreamListener } from './stream.ts'

type Message =
  | { type: 'event'; event: LiveEvent }
  | { type: 'status'; status: LiveStatus }
  | { type: 'join' }

/**
 * One stream for all tabs of an account: a browser allows six connections to a server, and a stream
 * holds one. The tab that holds the lock listens and passes everything on; when it goes, another
 * takes over. Without locks (pages served without https) each tab listens for itself.
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
