import { once } from 'node:events'
import { encodeRequest, openLine } from '../load/http-line.ts'
import type { IngestOrder, IngestResult } from './ingest.ts'
import { createSigner, type Job, makeKeyPair } from './signer.ts'

type Letter = { bytes: Buffer; kind: 'genuine' | 'forged' }

/**
 * Everything is signed before the clock runs; repeated and forged ones lie spread among the others.
 */
function prepare({ privateKey, jobs, repeats, forged }: IngestOrder): Letter[] {
  const sign = createSigner(privateKey)
  const forge = createSigner(makeKeyPair().privateKey)
  const letter = (job: Job, kind: Letter['kind']): Letter => {
    const { url, headers, body } = (kind === 'genuine' ? sign : forge)(job)
    return { kind, bytes: encodeRequest({ method: 'POST', url, headers, body }) }
  }
  const letters = jobs.map((job) => letter(job, 'genuine'))
  const extra = [
    ...jobs.slice(0, repeats).map((job) => letter(job, 'genuine')),
    ...jobs.slice(0, forged).map((job) => letter(job, 'forged')),
  ]
  const gap = Math.max(1, Math.floor(letters.length / (extra.length + 1)))
  for (const [index, one] of extra.entries()) letters.splice((index + 1) * (gap + 1), 0, one)
  return letters
}

async function run(order: IngestOrder): Promise<IngestResult> {
  const letters = prepare(order)
  const statuses = { genuine: {} as Record<string, number>, forged: {} as Record<string, number> }
  const url = order.jobs[0]?.webhookUrl ?? ''
  const lines = await Promise.all(Array.from({ length: order.connections }, () => openLine(url)))
  const queue = letters.values()
  const start = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      for (const { bytes, kind } of queue) {
        const { status } = await line.send(bytes)
        statuses[kind][status] = (statuses[kind][status] ?? 0) + 1
      }
    }),
  )
  const elapsed = (performance.now() - start) / 1000
  for (const line of lines) line.close()
  return { rate: letters.length / elapsed, ...statuses }
}

const [order] = await once(process, 'message')
process.send?.(await run(order as IngestOrder))
process.disconnect?.()
