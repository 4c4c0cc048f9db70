import { randomUUID } from 'node:crypto'
import type { PortOptions } from './port-suite.ts'
import { type ServerAnswer, type ServerCall, samplePng, testHttpServer } from './test-server.ts'

/** A job as a test's server remembers it. `call`: the request that started it. */
export type ServedJob = {
  id: string
  phase: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  asked: number
  call: ServerCall
}

/** What a call asks for: a result file, a new job, one that is there, or another `answer`. */
export type JobCall =
  | { kind: 'file' }
  | { kind: 'submit' }
  | { kind: 'job' | 'cancel'; id: string }
  | { kind: 'answer'; answer: ServerAnswer | Promise<ServerAnswer> }

/** How a provider's protocol presents jobs that run by themselves and are asked for. */
export type JobProtocol = {
  hasKey(call: ServerCall): boolean
  refuse(reason: 'unauthorized' | 'busy' | 'unknown'): ServerAnswer
  read(call: ServerCall): JobCall
  /** Why a submit is refused; absent: it is accepted. */
  invalid?(call: ServerCall): ServerAnswer | undefined
  submitted(job: ServedJob, url: string): ServerAnswer
  show(job: ServedJob, url: string): ServerAnswer
  /** The answer to a cancellation; the job's phase is what it was before. */
  cancelled?(job: ServedJob): ServerAnswer
  newId?(): string
}

export type JobServer = {
  url: string
  jobs: Map<string, ServedJob>
  newest(): ServedJob | undefined
}

/**
 * Starts a server that speaks a protocol. A job waits when it is submitted, runs when it is first
 * asked for and has ended the second time, unless it is held.
 */
export async function startJobServer(
  { fault, isHeld }: PortOptions,
  protocol: JobProtocol,
  file: { bytes: Uint8Array; type: string } | null = null,
): Promise<JobServer> {
  const jobs = new Map<string, ServedJob>()
  const result = file ?? { bytes: await samplePng, type: 'image/png' }

  const { url } = await testHttpServer((call) => {
    const asked = protocol.read(call)
    if (asked.kind === 'file') return fault === 'expired' ? gone : result
    if (fault === 'unauthorized' || !protocol.hasKey(call)) return protocol.refuse('unauthorized')
    if (asked.kind === 'answer') return asked.answer
    if (asked.kind === 'submit') return start(call)
    const job = jobs.get(asked.id)
    if (!job) return protocol.refuse('unknown')
    return asked.kind === 'job' ? show(job) : cancel(job)
  })

  function start(call: ServerCall): ServerAnswer {
    if (fault === 'busy') return protocol.refuse('busy')
    const invalid = protocol.invalid?.(call)
    if (invalid) return invalid
    const id = protocol.newId?.() ?? randomUUID()
    const job: ServedJob = { id, phase: 'waiting', asked: 0, call }
    jobs.set(id, job)
    return fault === 'lost-answer' ? 'drop' : protocol.submitted(job, url)
  }

  function show(job: ServedJob): ServerAnswer {
    job.asked += 1
    if (job.phase === 'waiting') job.phase = 'running'
    else if (job.phase === 'running' && !isHeld)
      job.phase = fault === 'failed-job' ? 'failed' : 'done'
    return protocol.show(job, url)
  }

  function cancel(job: ServedJob): ServerAnswer {
    const answer = protocol.cancelled?.(job) ?? protocol.refuse('unknown')
    if (job.phase === 'waiting' || job.phase === 'running') job.phase = 'cancelled'
    return answer
  }

  return { url, jobs, newest: () => [...jobs.values()].at(-1) }
}

const gone: ServerAnswer = { status: 404, json: {} }
