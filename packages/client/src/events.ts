import type { Generation } from './client.ts'
import { backoffMs, type Http, sleep } from './http.ts'

/** Without a byte for this long, in ms, the stream is lost: the server sends heartbeats. */
const silenceMs = 10_000

type Listener = (generation: Generation | null) => void

/**
 * The event stream of the account, shared by everything that waits, and open only while something
 * does. A broken one resumes where it was.
 */
export function createEvents(http: Http) {
  const listeners = new Map<string, Set<Listener>>()
  let running: AbortController | null = null
  let isOpen = false

  const tell = (id: string, generation: Generation | null) => {
    for (const listener of listeners.get(id) ?? []) listener(generation)
  }
  const setOpen = (value: boolean) => {
    isOpen = value
    // What happened before, or in between, is read by those who wait.
    for (const id of listeners.keys()) tell(id, null)
  }

  async function follow(signal: AbortSignal): Promise<void> {
    let lastEventId: string | undefined
    for (let failures = 0; !signal.aborted; failures++) {
      let retryMs: number | undefined
      const connection = new AbortController()
      const end = () => connection.abort()
      signal.addEventListener('abort', end, { once: true })
      let silence = setTimeout(end, silenceMs)
      try {
        const response = await http.open('GET', '/api/events', {
          signal: connection.signal,
          headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
        })
        if (!response.ok || !response.body) throw new Error(`status ${response.status}`)
        for await (const { name, data, id, retry } of readEvents(response.body, () => {
          clearTimeout(silence)
          silence = setTimeout(end, silenceMs)
        })) {
          if (id !== undefined) lastEventId = id
          if (retry !== undefined) retryMs = retry
          if (name === 'ready') {
            failures = 0
            setOpen(true)
          } else if (name === 'generation') {
            const generation = JSON.parse(data) as Generation
            tell(generation.id, generation)
          } else if (name === 'generation-deleted')
            tell((JSON.parse(data) as { id: string }).id, null)
          else if (name === 'refetch') setOpen(true)
          else if (name === 'signed-out') return setOpen(false)
        }
      } catch {
        // Whatever it was, those who wait poll until there is a stream again.
      } finally {
        clearTimeout(silence)
        signal.removeEventListener('abort', end)
        connection.abort()
      }
      if (isOpen) setOpen(false)
      await sleep(retryMs ?? backoffMs(failures), signal).catch(() => undefined)
    }
  }

  return {
    isOpen: () => isOpen,
    /**
     * Calls `listener` with each new state of a generation, and with `null` when it should be read
     * because changes may have been missed. Returns the function that ends this.
     */
    subscribe(id: string, listener: Listener): () => void {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      if (!running) {
        running = new AbortController()
        void follow(running.signal)
      }
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(id)
        if (listeners.size > 0) return
        running?.abort()
        running = null
        isOpen = false
      }
    },
  }
}

export type Events = ReturnType<typeof createEvents>

type ServerEvent = { name: string; data: string; id?: string; retry?: number }

/** Reads server-sent events; `onBytes` is called whenever something arrives. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    text += decoder.decode(value, { stream: true })
    const blocks = text.split(/\r?\n\r?\n/)
    text = blocks.pop() ?? ''
    yield* blocks.map(parseEvent)
  }
}

function parseEvent(block: string): ServerEvent {
  const event: ServerEvent = { name: 'message', data: '' }
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.name = value
    else if (field === 'data') event.data += value
    else if (field === 'id') event.id = value
    else if (field === 'retry' && /^\d+$/.test(value)) event.retry = Number(value)
  }
  return event
}
