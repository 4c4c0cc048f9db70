import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export type Address = { url: string; headers: Record<string, string> }

/** Times in ms from asking. */
export type Reading = { firstByte: number; whole: number; bytes: number }

/**
 * Reads an answer to its end, as fast as it comes, and throws it away. Throws when it is not what
 * it announced.
 */
export async function readAnswer(address: Address): Promise<Reading> {
  const start = performance.now()
  const answer = await open(address)
  let [firstByte, bytes] = [0, 0]
  answer.on('data', (chunk: Buffer) => {
    if (bytes === 0) firstByte = performance.now() - start
    bytes += chunk.length
  })
  await once(answer, 'end')
  const announced = answer.headers['content-length']
  if (announced !== undefined && bytes !== Number(announced))
    throw new Error(`${bytes} bytes came, ${announced} were announced`)
  return { firstByte, whole: performance.now() - start, bytes }
}

/** Reads several, one after another; the first byte is the first one's. */
export async function readAll(addresses: Address[]): Promise<Reading> {
  const start = performance.now()
  const readings: Reading[] = []
  for (const address of addresses) readings.push(await readAnswer(address))
  const bytes = readings.reduce((sum, reading) => sum + reading.bytes, 0)
  return { firstByte: readings[0]?.firstByte ?? 0, whole: performance.now() - start, bytes }
}

/** Reads at `rate` bytes a second for some seconds, and leaves. */
export async function readSlowly(
  address: Address,
  { rate, seconds }: { rate: number; seconds: number },
) {
  const answer = await open(address)
  const start = performance.now()
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    const ahead = bytes / rate - (performance.now() - start) / 1000
    if (ahead > 0) await delay(ahead * 1000)
    if (performance.now() - start > seconds * 1000) break
  }
}

async function open({ url, headers }: Address): Promise<IncomingMessage> {
  const [answer] = (await once(get(url, { headers, agent: false }), 'response')) as [
    IncomingMessage,
  ]
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  return answer
}
