import { setTimeout as delay } from 'node:timers/promises'
import { type HttpLine, openLine } from './http-line.ts'

/** One call: when it was sent and answered, in ms of `performance.now()`. */
export type Call = { name: string; sentAt: number; answeredAt: number }

type Order = {
  url: string
  rate: number
  seconds: number
  request: (index: number) => { name: string; bytes: Buffer }
}

/**
 * Sends `rate` requests a second whether or not earlier ones were answered, as many people would.
 * Throws when one is not answered with 200.
 */
export async function openLoop({ url, rate, seconds, request }: Order): Promise<Call[]> {
  const idle: HttpLine[] = await Promise.all(Array.from({ length: 8 }, () => openLine(url)))
  const lines = [...idle]
  const borrow = async () => {
    const line = idle.pop() ?? (await openLine(url))
    if (!lines.includes(line)) lines.push(line)
    return line
  }

  const calls: Promise<Call>[] = []
  const start = performance.now()
  for (let index = 0; index < rate * seconds; index++) {
    const pause = start + (index * 1000) / rate - performance.now()
    if (pause > 0) await delay(pause)
    const { name, bytes } = request(index)
    const call = async () => {
      const line = await borrow()
      const sentAt = performance.now()
      const { status, body } = await line.send(bytes)
      if (status !== 200) throw new Error(`${status} ${body}`)
      idle.push(line)
      return { name, sentAt, answeredAt: performance.now() }
    }
    calls.push(call())
  }
  const done = await Promise.all(calls)
  for (const line of lines) line.close()
  return done
}
