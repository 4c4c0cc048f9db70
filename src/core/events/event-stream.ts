/**
 * The body of an event stream. `write` never waits: unsent bytes are buffered, up to
 * `maxBufferedBytes`; a slower reader is disconnected and resumes with its `Last-Event-ID`.
 */
export type EventStream = {
  body: ReadableStream<Uint8Array>
  /** The bytes are not copied: one array may be written to many streams. */
  write(bytes: Uint8Array): void
  /**
   * Ends the stream when everything was sent; a reader that reads nothing is disconnected.
   */
  end(): void
}

type Options = {
  /** Called once, however the stream ends. */
  onClose(): void
  /** Breaks the connection; without it the body ends with an error. */
  disconnect?: (() => void) | undefined
  maxBufferedBytes?: number
}

/**
 * In addition to the socket's buffer. Streams of one account share their bytes, so this is nearly
 * the limit per account.
 */
const defaultMaxBufferedBytes = 1024 * 1024
/** How long the rest of an ended stream may take, in ms. */
const drainTimeoutMs = 10_000

const encoder = new TextEncoder()

/** One server-sent event; the browser sends `id` as `Last-Event-ID` when it reconnects. */
export function encodeEvent(event: string, data: unknown, id?: number): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === undefined ? '' : `id: ${id}\n`}\n`
}

export function encodeText(text: string): Uint8Array {
  return encoder.encode(text)
}

export function createEventStream({
  onClose,
  disconnect,
  maxBufferedBytes = defaultMaxBufferedBytes,
}: Options): EventStream {
  let isClosed = false
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let drainTimer: NodeJS.Timeout | undefined

  const close = () => {
    if (isClosed) return false
    isClosed = true
    onClose()
    return true
  }

  const breakOff = () => {
    close()
    if (disconnect) disconnect()
    else controller?.error(new Error('The reader of an event stream is too slow'))
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start: (own) => {
        controller = own
      },
      cancel: () => {
        clearTimeout(drainTimer)
        close()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
  )

  return {
    body,
    write: (bytes) => {
      if (isClosed || !controller) return
      if ((controller.desiredSize ?? 0) <= 0) breakOff()
      else controller.enqueue(bytes)
    },
    end: () => {
      if (!close()) return
      controller?.close()
      if (disconnect) drainTimer = setTimeout(disconnect, drainTimeoutMs).unref()
    },
  }
}
