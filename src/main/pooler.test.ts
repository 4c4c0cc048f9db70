import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { contributions } from '#features/contributions.ts'
import { openDatabase } from '#platform/database/database.ts'
import { fileDirectory } from '#testing/after-file.ts'
import { hasPooler, startPooler } from '#testing/database/pooler.ts'
import { dropDatabase, execute, named } from '#testing/database/postgres.ts'
import { urlOf } from '#testing/database/url-of.ts'
import { freePort } from '#testing/free-port.ts'
import { createProduct } from '#testing/product.ts'
import { testEmulator } from '#testing/server.ts'
import { readConfig } from './config.ts'
import { checkDatabase } from './doctor/check-database.ts'

/** An empty database, reached through a pooler of transactions and directly. */
async function pooledDatabase() {
  const {
    servers: [maintenance],
  } = inject('postgres')
  if (!maintenance) throw new Error('There is no PostgreSQL')
  const name = `atelier_pooled_${randomBytes(6).toString('hex')}`
  await execute(maintenance, `create database ${name}`)
  const pooler = await startPooler(maintenance)
  const direct = named(maintenance, name)
  onTestFinished(async () => {
    await pooler.stop()
    await dropDatabase(maintenance, name)
  })
  return { direct, DATABASE_URL: pooler.urlOf(name), DATABASE_DIRECT_URL: urlOf(direct) }
}

const json = { 'content-type': 'application/json' }

/** Reads an event stream until it has named all of these as completed. */
async function untilCompleted({ body }: Response, ids: () => Promise<string[]>): Promise<void> {
  const completed = new Set<string>()
  let text = ''
  const wanted = await ids()
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (const [, data = ''] of text.matchAll(/^event: generation\ndata: (.*)\n\n/gm)) {
      const { id, status } = JSON.parse(data)
      if (status === 'completed') completed.add(id)
    }
    if (wanted.every((id) => completed.has(id))) return
  }
  throw new Error('The stream ended')
}

describe.skipIf(!hasPooler)('behind PgBouncer in transaction mode', () => {
  it('migrates an empty database, and goes from creates to webhooks, events and the history', {
    timeout: 300_000,
  }, async () => {
    const { direct, ...addresses } = await pooledDatabase()
    const emulator = await testEmulator({ delayMs: 300 })
    const shared = {
      ...addresses,
      DATA_DIR: await fileDirectory('pooled'),
      PORT: String(await freePort()),
      FAL_KEY: 'test',
      FAL_QUEUE_URL: emulator.url,
      FAL_REST_URL: emulator.url,
    }
    const product = await createProduct({ ...shared, ATELIER_ROLE: 'web' })
    onTestFinished(product.remove)
    const worker = await createProduct({ ...shared, ATELIER_ROLE: 'worker' })
    onTestFinished(worker.remove)
    // Both migrate at once.
    const [running] = await Promise.all([product.start(), worker.start()])
    const email = `${randomUUID()}@example.com`
    const made = await product.atelier(
      ...['account', 'create', '--email', email, '--credits', '1000', '--paid', '--key'],
    )
    const headers = { ...json, authorization: `Bearer ${JSON.parse(made.output).api_key}` }
    const stream = await fetch(`${running.url}/api/events`, { headers })
    const input = { model: 'flux-schnell', image_size: 'square', num_inference_steps: 1 }
    const create = async (n: number) => {
      const response = await fetch(`${running.url}/api/image-generation/create`, {
        ...{ method: 'POST', headers },
        body: JSON.stringify({ ...input, prompt: `fox ${n}` }),
      })
      expect(response.status).toBe(200)
      return ((await response.json()) as { id: string }).id
    }
    const count = 20
    await untilCompleted(stream, () =>
      Promise.all(Array.from({ length: count }, (_, n) => create(n))),
    )

    const history = await fetch(`${running.url}/api/image-generation/history`, { headers })
    expect(await history.json()).toMatchObject({ total: count })
    const search = `${running.url}/api/image-generation/history?search=fox`
    expect(await (await fetch(search, { headers })).json()).toMatchObject({ total: count })
    expect(await (await fetch(`${running.url}/metrics`)).text()).toMatch(
      /^atelier_webhooks_total\{outcome="\w+"\} [1-9]/m,
    )
    expect(await running.stop()).toBe(0)

    const database = openDatabase(direct, () => undefined, 1)
    onTestFinished(() => database.destroy())
    expect(await verifyLedger({ database, contributions })).toMatchObject({ faults: [] })
    const found: Record<string, object> = {}
    for await (const { name, ...finding } of checkDatabase(readConfig(addresses)))
      found[name] = finding
    expect(found).toMatchObject({ migrations: { state: 'right' }, pooler: { state: 'right' } })
  })
})
