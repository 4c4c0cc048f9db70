import { Worker } from 'node:worker_threads'
import { InvalidMedia } from '../media/inspected-file.ts'
import { Refused } from '../refused.ts'
import type { FromParser, ParseFailure, ToParser } from './parser-messages.ts'
import { parserTasks } from './parser-tasks.ts'

/** The memory that this process may take, in bytes. */
const maxBytes = Number(process.argv[2])

new Worker(new URL('./parser-guard.ts', import.meta.url), { workerData: { maxBytes } })

type Reading = { resolve(bytes: Buffer): void; reject(error: Error): void }

const readings = new Map<number, Reading>()
let lastReading = 0

function send(message: FromParser): void {
  process.send?.(message)
}

/** Reads a part of the file from our parent, which may have it in a bucket. */
function read(start: number, end: number): Promise<Buffer> {
  lastReading += 1
  const id = lastReading
  return new Promise((resolve, reject) => {
    readings.set(id, { resolve, reject })
    send({ type: 'read', id, start, end })
  })
}

function describeFailure(error: unknown): ParseFailure {
  if (error instanceof Refused) return { kind: 'refused', refusal: error.refusal }
  if (error instanceof InvalidMedia)
    return { kind: 'invalid', name: error.name, message: error.message }
  return { kind: 'invalid', name: 'InvalidMedia', message: `The file cannot be read: ${error}` }
}

process.on('message', (message: ToParser) => {
  if (message.type === 'piece') {
    const reading = readings.get(message.id)
    readings.delete(message.id)
    if (message.bytes) reading?.resolve(Buffer.from(message.bytes))
    else reading?.reject(new Error('The file could not be read from storage'))
    return
  }
  const { name, input } = message
  // The table has a task for each name, and the pool sends the input of that task.
  const task = parserTasks[name] as (input: unknown, reading: typeof read) => Promise<unknown>
  task(input, read).then(
    (result) => send({ type: 'done', result, rss: process.memoryUsage.rss() }),
    (error: unknown) => send({ type: 'failed', failure: describeFailure(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
send({ type: 'ready' })
