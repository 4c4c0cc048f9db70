import { Worker } from 'node:worker_threads'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import type { FromParser, ParseFailure, Question, ToParser } from '#core/parsers/parser-messages.ts'
import type { ParserRequests } from '#core/parsers/parser-tasks.ts'
import { Refused } from '#core/refused.ts'
import { parserTasks } from './parser-tasks.ts'

/** The memory that this process may take, in bytes. */
const maxBytes = Number(process.argv[2])

new Worker(new URL('./parser-guard.ts', import.meta.url), { workerData: { maxBytes } })

type Waiting = { resolve(bytes: Buffer): void; reject(error: Error): void }

const waiting = new Map<number, Waiting>()
let lastQuestion = 0

function send(message: FromParser): void {
  process.send?.(message)
}

/** Asks our parent, which may have the file in a bucket, and which alone has the key. */
function ask(question: Question): Promise<Buffer> {
  lastQuestion += 1
  const id = lastQuestion
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    send({ type: 'question', id, question })
  })
}

const asking: ParserRequests = {
  read: (start, end) => ask({ read: { start, end } }),
  sign: (claim) => ask({ sign: claim }),
}

function describeFailure(error: unknown): ParseFailure {
  if (error instanceof Refused) return { kind: 'refused', refusal: error.refusal }
  if (error instanceof InvalidMedia)
    return { kind: 'invalid', name: error.name, message: error.message }
  return { kind: 'invalid', name: 'InvalidMedia', message: `The file cannot be read: ${error}` }
}

process.on('message', (message: ToParser) => {
  if (message.type === 'answer') {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.bytes) asked?.resolve(Buffer.from(message.bytes))
    else asked?.reject(new Error('What was asked for could not be had'))
    return
  }
  const { name, input } = message
  // The table has a task for each name, and the pool sends the input of that task.
  const task = parserTasks[name] as (input: unknown, asking: ParserRequests) => Promise<unknown>
  task(input, asking).then(
    (result) => send({ type: 'done', result, rss: process.memoryUsage.rss() }),
    (error: unknown) => send({ type: 'failed', failure: describeFailure(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
send({ type: 'ready' })
