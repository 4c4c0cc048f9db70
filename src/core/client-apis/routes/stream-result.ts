import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { acquireStream } from '#core/events/stream-room.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { followResult, NoResult, requireResult } from './follow-result.ts'

/** One event: its data, and its name where it has one. */
export type StreamEvent = { event?: string; data: object | string }

type ResultStream = {
  accountId: string
  /** Starts the generation. */
  begin(): Promise<{ id: string }>
  events: StreamEvents
}

/** The events of a generation, in the words of one operation. */
export type StreamEvents = {
  /** Once it has started. */
  started?(id: string): StreamEvent[]
  /** For each new small image of the unfinished result, a `data:` URL. */
  preview?(preview: string): StreamEvent[]
  ended(found: GenerationWithMedia): Promise<StreamEvent[]>
  /** `error`: `NoResult`, or an unexpected one, which is logged. */
  failed(error: unknown, id: string): StreamEvent[]
}

/**
 * Starts a generation and streams its events. A client that leaves ends only the stream. A failure is
 * an event, too; what is refused before the start is answered without a stream, and throws.
 */
export async function streamResult(
  options: ApiOptions,
  c: RequestContext,
  { accountId, begin, events }: ResultStream,
): Promise<Response> {
  const giveBack = acquireStream(accountId, 'jobs')
  const { id } = await begin().catch((error: unknown) => {
    giveBack()
    throw error
  })
  c.header('x-accel-buffering', 'no')
  return streamSSE(c as Context<Env>, async (stream) => {
    // Otherwise a pending write could wait for a reader that has left.
    const { signal } = c.req.raw
    if (signal.aborted) stream.abort()
    else signal.addEventListener('abort', () => stream.abort(), { once: true })
    try {
      await writeEvents(options, c, stream, { accountId, id, events })
    } catch (error) {
      if (!(error instanceof NoResult)) options.context.log.error({ err: error }, 'result not sent')
      await write(stream, events.failed(error, id))
    } finally {
      giveBack()
    }
  })
}

async function writeEvents(
  options: ApiOptions,
  c: RequestContext,
  stream: SSEStreamingApi,
  { accountId, id, events }: Omit<ResultStream, 'begin'> & { id: string },
): Promise<void> {
  let last: string | null = null
  if (events.started) await write(stream, events.started(id))
  for await (const found of followResult(options, c, { accountId, id })) {
    if (stream.aborted) return
    const { preview, status } = found.row
    if (!isOpen(status)) return write(stream, await events.ended(requireResult(found)))
    const shown = preview && preview !== last && events.preview ? events.preview(preview) : []
    last = preview
    await write(stream, shown)
    // Proxies close a silent connection.
    if (shown.length === 0) await stream.write(': waiting\n\n')
  }
}

async function write(stream: SSEStreamingApi, events: readonly StreamEvent[]): Promise<void> {
  for (const { event, data } of events)
    await stream.writeSSE({
      ...(event !== undefined && { event }),
      data: typeof data === 'string' ? data : JSON.stringify(data),
    })
}
