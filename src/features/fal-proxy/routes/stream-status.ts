import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { acquireStream } from '#core/events/stream-room.ts'
import type { JobLog } from '#core/generations/read-job-logs.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { Refused } from '#core/refused.ts'

/**
 * The state of a job: all logs so far, whether it is final, and its status with new logs.
 */
export type JobState = { logs: JobLog[]; isOver: boolean; present(newLogs: JobLog[]): object }

type Following = { accountId: string; id: string; wantsLogs: boolean; look(): Promise<JobState> }

/**
 * The intervals of reading: events report changes at once, but not logs, and can be lost. In ms.
 */
const readInterval = { withLogs: 1_000, without: 5_000 }
/** The interval of heartbeats: proxies close a silent connection after about a minute. In ms. */
const heartbeatInterval = 15_000
/** Faster changes are combined, in ms: each read uses the database. */
const minReadPause = 200

/**
 * Streams the status as server-sent events: the first at once, then each change with the new logs,
 * until COMPLETED.
 */
export function streamStatus(
  { hub, closing, context }: ApiOptions,
  c: RequestContext,
  following: Following,
): Response {
  const { accountId, id, wantsLogs, look } = following
  const giveBack = acquireStream(accountId, 'jobs')
  c.header('x-accel-buffering', 'no')
  return streamSSE(c as Context<Env>, async (stream) => {
    let nap = new AbortController()
    const wake = () => nap.abort()
    const unsubscribe = hub.subscribe(
      accountId,
      (ids) => (ids === null || ids.includes(id)) && wake(),
    )
    stream.onAbort(wake)
    closing.addEventListener('abort', wake, { once: true })

    const sent = { status: '', logs: 0, at: 0 }
    try {
      while (!stream.aborted && !closing.aborted) {
        nap = new AbortController()
        const seen = await readUntilAvailable(look, (error) =>
          context.log.warn({ err: error }, 'status stream paused'),
        )
        if (seen === 'gone') return
        if (seen) {
          const news = seen.logs.slice(sent.logs)
          const status = JSON.stringify(seen.present([]))
          if (
            status !== sent.status ||
            news.length > 0 ||
            Date.now() - sent.at > heartbeatInterval
          ) {
            await stream.writeSSE({ data: JSON.stringify(seen.present(news)) })
            Object.assign(sent, { status, logs: sent.logs + news.length, at: Date.now() })
          }
          if (seen.isOver) return
        }
        await pause(minReadPause)
        // A change ends the pause early.
        await pause(wantsLogs ? readInterval.withLogs : readInterval.without, undefined, {
          signal: nap.signal,
        }).catch(() => undefined)
      }
    } finally {
      unsubscribe()
      giveBack()
      closing.removeEventListener('abort', wake)
    }
  })
}

/**
 * A database that restarts pauses the stream instead of ending it: its end means that the job
 * ended.
 */
async function readUntilAvailable(
  look: () => Promise<JobState>,
  onTrouble: (error: unknown) => void,
): Promise<JobState | 'gone' | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refused) return 'gone'
    onTrouble(error)
    return null
  }
}
