import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Arrival, Command, OpenOrder, OpenResult, Reply } from './stream-client.ts'

/**
 * Holds event streams on bare sockets in a process of its own: reading them costs the server's
 * process nothing, and as little as possible of its cores.
 */
const sockets = new Set<Socket>()
let arrivals: Arrival[] = []
let refetches = 0
let broken = 0

const now = () => Number(process.hrtime.bigint()) / 1e6

type Opened = { status: number; at: number }

/**
 * Resolves with the status once the head of the answer is there, or, with `until`, once an event of
 * that name is.
 */
function openOne({ url, lastEventId, until }: OpenOrder, key: string): Promise<Opened> {
  const { host, hostname, port } = new URL(url)
  const last = lastEventId === undefined ? '' : `last-event-id: ${lastEventId}\r\n`
  const head = `GET /api/events HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n${last}\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let status = 0
    let rest = ''
    const heard = new Set<string>()
    sockets.add(socket)
    socket.setEncoding('latin1')
    socket.once('connect', () => socket.write(head))
    socket.once('error', reject)
    socket.once('close', () => {
      if (sockets.delete(socket) && status === 200) broken++
      reject(new Error('The server closed a stream'))
    })
    socket.on('data', (text: unknown) => {
      const at = now()
      const blocks = (rest + String(text)).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of [...blocks, rest])
        status ||= Number(/^HTTP\/1\.1 (\d+)/.exec(block)?.[1] ?? 0)
      if (status !== 0 && status !== 200) {
        sockets.delete(socket)
        socket.destroy()
        return resolve({ status, at })
      }
      if (status === 200 && until === undefined) resolve({ status, at })
      for (const block of blocks) {
        const name = /event: (.*)/.exec(block)?.[1]
        if (name === until) resolve({ status, at })
        if (name === 'refetch') refetches++
        if (name === 'generation') noteGeneration(block, heard, at)
      }
    })
  })
}

/** A state that a stream is sent twice counts once. */
function noteGeneration(block: string, heard: Set<string>, at: number): void {
  const id = /"id":"([^"]+)"/.exec(block)?.[1]
  const state = `${id} ${block.includes('"is_favorite":true')}`
  if (heard.has(state)) return
  heard.add(state)
  arrivals.push({ state, at })
}

/** Opens `each` streams for each key, `atOnce` at a time. */
async function open(order: OpenOrder): Promise<OpenResult> {
  const { keys, each, atOnce } = order
  const start = now()
  const queue = Array.from({ length: each }, () => keys)
    .flat()
    .values()
  const opened: Opened[] = []
  const lane = async () => {
    for (const key of queue) opened.push(await openOne(order, key))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const statuses: Record<string, number> = {}
  for (const { status } of opened) statuses[status] = (statuses[status] ?? 0) + 1
  return { statuses, elapsedMs: Math.max(...opened.map(({ at }) => at)) - start }
}

/** Resolves when the server has seen the end of each, or soon after. */
async function closeAll(): Promise<void> {
  const open = [...sockets]
  sockets.clear()
  const closed = open.map((socket) => once(socket, 'close'))
  for (const socket of open) socket.destroy()
  await Promise.all(closed)
  await delay(500)
}

async function obey(command: Command): Promise<Reply> {
  if (command.kind === 'open') return { kind: 'opened', ...(await open(command)) }
  if (command.kind === 'close') await closeAll()
  const reply: Reply = { kind: 'heard', arrivals, refetches, broken, open: sockets.size }
  arrivals = []
  refetches = 0
  broken = 0
  return reply
}

process.on('message', (command: Command) => {
  obey(command).then(
    (reply) => process.send?.(reply),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.once('disconnect', () => process.exit(0))
