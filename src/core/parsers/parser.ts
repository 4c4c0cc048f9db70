import { fork } from 'node:child_process'
import type { FromParser, ParseFailure, Question, ToParser } from './parser-messages.ts'
import type { ParserRequests, TaskName } from './parser-tasks.ts'

/** A parser's process ended while it ran a task: `timeout`, or `exit` for everything else. */
export class ParserExited extends Error {
  override name = 'ParserExited'
  override readonly cause: 'timeout' | 'exit'

  constructor(cause: 'timeout' | 'exit', message: string) {
    super(message)
    this.cause = cause
  }
}

/** A limit in ms, and what answers a task's questions. */
export type ParserTask = Partial<ParserRequests> & { timeoutMs: number }

export type ParserAnswer = { result: unknown } | { failure: ParseFailure }

/** One process that runs one task at a time. */
export type Parser = {
  /** Its process; `undefined`: none could be started. */
  pid: number | undefined
  /** Throws `ParserExited`, or what `read` and `sign` throw. */
  run(name: TaskName, input: unknown, task: ParserTask): Promise<ParserAnswer>
  isUsable(): boolean
  end(): void
}

/**
 * The memory of a parser in all, in bytes: the largest image that is accepted needs most of it. In
 * a container with less, it must end before the whole container does.
 */
const memoryLimit = Math.min(2 * 1024 ** 3, (process.constrainedMemory() || Infinity) * 0.6)

/** The JavaScript memory of a parser, in MB. */
const maxHeapMb = 512

/** A parser that keeps more memory than this after a task is not used again, in bytes. */
const maxKeptBytes = 384 * 1024 ** 2

/** A parser that was not used for so long ends, in ms. */
const maxIdleTime = 5 * 60_000

/** A task may take so many times its limit in all, with the start of its process and its reads. */
const totalFactor = 10

/** Calls `onEnd` after `limitMs` in which it was not paused, or `totalFactor` times that in all. */
function limitTime(limitMs: number, onEnd: () => void) {
  let left = limitMs
  let pauses = 1
  let since = 0
  let timer: NodeJS.Timeout | undefined
  const total = setTimeout(onEnd, limitMs * totalFactor)
  return {
    pause: () => {
      pauses += 1
      if (pauses > 1) return
      clearTimeout(timer)
      left -= performance.now() - since
    },
    resume: () => {
      pauses -= 1
      if (pauses > 0) return
      since = performance.now()
      timer = setTimeout(onEnd, left)
    },
    clear: () => {
      pauses = Number.POSITIVE_INFINITY
      clearTimeout(timer)
      clearTimeout(total)
    },
  }
}

/**
 * Starts a process that parses files. It has no environment, thus no secrets, and reads storage
 * through us. `onEnd` is called once, when it ends.
 */
export function startParser(onEnd: () => void, { maxBytes = memoryLimit } = {}): Parser {
  const child = fork(
    new URL('../parser-process/parser-process.ts', import.meta.url),
    [String(maxBytes)],
    {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${maxHeapMb}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  )
  let isUsable = true
  let current: { onMessage(message: FromParser): void; onExit(reason: string): void } | null = null
  const end = () => {
    isUsable = false
    child.kill('SIGKILL')
  }
  const onExit = (reason: string) => {
    isUsable = false
    current?.onExit(reason)
    onEnd()
  }
  // An error of the channel follows from the end of the process, which `exit` reports.
  child.on('error', (error) => (child.pid === undefined ? onExit(String(error)) : undefined))
  child.on('exit', (code, signal) => onExit(`ended with ${signal ?? code}`))
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: FromParser) => {
      if (message.type === 'ready') resolve()
      else current?.onMessage(message)
    })
  })
  let idleTimer: NodeJS.Timeout | undefined
  // Only a running task keeps our own process alive.
  const setBusy = (isBusy: boolean) => {
    clearTimeout(idleTimer)
    if (isBusy) {
      child.ref()
      child.channel?.ref()
    } else {
      child.unref()
      child.channel?.unref()
      idleTimer = setTimeout(end, maxIdleTime).unref()
    }
  }
  const send = (message: ToParser) => {
    if (child.connected) child.send(message)
  }

  return {
    pid: child.pid,
    end,
    isUsable: () => isUsable,
    async run(name, input, { read, sign, timeoutMs }) {
      setBusy(true)
      const { promise, resolve, reject } = Promise.withResolvers<ParserAnswer>()
      const limit = limitTime(timeoutMs, () => {
        end()
        reject(new ParserExited('timeout', `${name} took longer than ${timeoutMs} ms`))
      })
      let failed: { error: unknown } | null = null
      const answer = async (id: number, question: Question) => {
        limit.pause()
        const asked =
          'sign' in question
            ? sign?.(question.sign)
            : read?.(question.read.start, question.read.end)
        const bytes = await Promise.resolve(asked).catch((error: unknown) => {
          failed ??= { error }
          return null
        })
        send({ type: 'answer', id, bytes: bytes ?? null })
        limit.resume()
      }
      current = {
        onExit: (reason) => reject(new ParserExited('exit', `${name}: the parser ${reason}`)),
        onMessage(message) {
          if (message.type === 'question') return answer(message.id, message.question)
          if (message.type === 'ready') return
          if (failed) return reject(failed.error)
          if (message.type === 'failed') return resolve({ failure: message.failure })
          if (message.rss > maxKeptBytes) end()
          resolve({ result: message.result })
        },
      }
      if (!isUsable) current.onExit('had ended')
      send({ type: 'task', name, input })
      void ready.then(limit.resume)
      try {
        return await promise
      } finally {
        limit.clear()
        current = null
        setBusy(false)
      }
    },
  }
}
