import { availableParallelism } from 'node:os'
import type { Meter } from '#core/meter.ts'
import { Refused } from '#core/refused.ts'
import { createFairQueue } from './fair-queue.ts'
import { InvalidMedia, NoVideoTrack, VideoTrackFound } from './invalid-media.ts'
import { type Parser, ParserExited, startParser } from './parser.ts'
import type { ParseFailure } from './parser-messages.ts'
import type { ParserRequests, TaskInput, TaskName, TaskResult } from './parser-tasks.ts'

/** Parsing a file was ended from outside: it took too long, too much memory, or crashed twice. */
export class ParserEnded extends InvalidMedia {
  override name = 'ParserEnded'
}

/**
 * `accountId`: whose file it is; accounts are served in turn. `read`: for tasks that read parts;
 * `sign`: for those that sign.
 */
export type ParseOptions = Partial<ParserRequests> & { accountId: string }

export type ParserPool = {
  /**
   * Runs a task in a process that is killed when it takes too long or too much memory. Throws
   * `InvalidMedia` (`ParserEnded` where it was killed), what the task refuses as `Refused`, what
   * `read` and `sign` throw, and `Refused` `unavailable` when too many tasks wait.
   */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    options: ParseOptions,
  ): Promise<TaskResult<Name>>
  /** Kills all parsers. Running and waiting tasks end with `Refused` `unavailable`. */
  stop(): void
}

declare module '#core/parts.ts' {
  interface AllParts {
    /** Parses the files of people and providers, in processes that can be ended. */
    parsers: ParserPool
  }
}

/** `sizes`: how many run at once; how many wait, in all and of one account. */
export type ParserPoolOptions = {
  meter: Pick<Meter, 'count'>
  sizes?: { parsers: number; waiting: number; waitingEach: number }
  /** The longest time of every task, in ms, instead of `timeouts`. */
  timeoutMs?: number
  /** Starts a process; the default is that of parser.ts. */
  start?: (onEnd: () => void) => Parser
}

const defaultSizes = {
  // One account keeps at most all but one of them busy.
  parsers: Math.min(Math.max(availableParallelism(), 2), 4),
  waiting: 1_000,
  waitingEach: 200,
}

/** The longest time of a task, in ms, without the time in which it waits for storage. */
const timeouts: Partial<Record<TaskName, number>> = {
  // A damaged file can be read endlessly, and its sender waits for the answer.
  inspectContainer: 10_000,
  rewriteImage: 60_000,
  decodeHeic: 60_000,
  convertImage: 60_000,
}
const usualTimeout = 30_000

/** Tasks that may need a gigabyte run one at a time. */
const heavyTasks = new Set<TaskName>(['decodeHeic'])

type Job = {
  name: TaskName
  input: unknown
  options: ParseOptions
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** How often a task runs whose process crashed: the cause may be the machine and not the file. */
const maxCrashes = 2

/** Creates the pool; its processes start with the first tasks and end when they are not used. */
export function createParserPool({
  meter,
  sizes = defaultSizes,
  timeoutMs,
  start: startOne = startParser,
}: ParserPoolOptions): ParserPool {
  const queue = createFairQueue<Job>({ max: sizes.waiting, maxEach: sizes.waitingEach })
  const idle: Parser[] = []
  const running = new Map<Parser, Job>()
  let isStopped = false

  const maxEach = Math.max(1, sizes.parsers - 1)
  const jobsNow = () => [...running.values()]
  const mayStart = (accountId: string, job: Job) =>
    jobsNow().filter(({ options }) => options.accountId === accountId).length < maxEach &&
    !(heavyTasks.has(job.name) && jobsNow().some(({ name }) => heavyTasks.has(name)))

  const startNext = () => {
    while (!isStopped && running.size < sizes.parsers) {
      const job = queue.next(mayStart)
      if (!job) return
      void start(job)
    }
  }
  const start = async (job: Job, crashes = 0): Promise<void> => {
    const parser = takeIdle() ?? startOne(() => forget(parser))
    running.set(parser, job)
    try {
      const { name, input, options } = job
      const limit = timeoutMs ?? timeouts[name] ?? usualTimeout
      const answer = await parser.run(name, input, { ...options, timeoutMs: limit })
      if ('failure' in answer) job.reject(toError(answer.failure))
      else job.resolve(answer.result)
    } catch (error) {
      if (isStopped) return job.reject(new Refused({ reason: 'unavailable' }))
      if (!(error instanceof ParserExited)) return job.reject(error)
      meter.count('atelier_parsers_ended_total', { task: job.name, cause: error.cause })
      if (error.cause === 'exit' && crashes + 1 < maxCrashes) return start(job, crashes + 1)
      job.reject(new ParserEnded(error.message))
    } finally {
      if (running.delete(parser) && parser.isUsable()) idle.push(parser)
      startNext()
    }
  }
  // One that was ended is listed until the system has reported its exit.
  const takeIdle = () => {
    const [parser] = idle.filter((each) => each.isUsable()).slice(-1)
    if (parser) forget(parser)
    return parser
  }
  const forget = (parser: Parser) => {
    const at = idle.indexOf(parser)
    if (at >= 0) idle.splice(at, 1)
  }

  return {
    run: (name, input, options) =>
      new Promise((resolve, reject) => {
        const job = { name, input, options, resolve: resolve as Job['resolve'], reject }
        if (isStopped || !queue.add(options.accountId, job))
          return reject(new Refused({ reason: 'unavailable' }))
        startNext()
      }),
    stop: () => {
      isStopped = true
      for (const parser of [...idle, ...running.keys()]) parser.end()
      for (let job = queue.next(() => true); job; job = queue.next(() => true))
        job.reject(new Refused({ reason: 'unavailable' }))
    },
  }
}

function toError(failure: ParseFailure): Error {
  if (failure.kind === 'refused') return new Refused(failure.refusal)
  const known = [NoVideoTrack, VideoTrackFound].find(({ name }) => name === failure.name)
  return new (known ?? InvalidMedia)(failure.message)
}
