import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { JobLog } from '#services/generations/read-job-logs.ts'
import { Refused } from '#services/refused.ts'
import type { ApiOptions, Env, RequestContext } from '../env.ts'
import { acquireStream } from '../events/stream-room.ts'

/**
 * One look at a job: its status beside logs, all logs so far, and whether nothing more will change.
 */
export type JobState = { logs: JobLog[]; isOver: boolean; present(newLogs: JobLog[]): object }

type Following = { accountId: string; id: string; wantsLogs: boolean; look(): Promise<JobState> }

/** Live events tell of changes at once; but logs have none, and an event can be lost. In ms. */
const lookEvery = { withLogs: 1_000, without: 5_000 }
/** Proxies close a line that is silent for about a minute. In ms. */
const speakEvery = 15_000
/** Changes that come faster are seen together, in ms: each look reads the database. */
const minLookPause = 200

/**
 * The status as server-sent events: the first at once, then each change with the logs that are new,
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
        const seen = await lookAgain(look, (error) =>
          context.log.warn({ err: error }, 'status stream paused'),
        )
        if (seen === 'gone') return
        if (seen) {
          const news = seen.logs.slice(sent.logs)
          const status = JSON.stringify(seen.present([]))
          if (status !== sent.status || news.length > 0 || Date.now() - sent.at > speakEvery) {
            await stream.writeSSE({ data: JSON.stringify(seen.present(news)) })
            Object.assign(sent, { status, logs: sent.logs + news.length, at: Date.now() })
          }
          if (seen.isOver) return
        }
        await pause(minLookPause)
        // A change ends the pause before its time.
        await pause(wantsLogs ? lookEvery.withLogs : lookEvery.without, undefined, {
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
 * A database that restarts makes the stream wait, not end: its end would mean that the job is over.
 */
async function lookAgain(
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
