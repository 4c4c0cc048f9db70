import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { testDatabase } from '#testing/database/database.ts'
import { countLockWaits } from '#testing/database/sessions.ts'
import { sampleFile } from '#testing/files.ts'
import { freePort } from '#testing/free-port.ts'
import { sessionCookieOf } from '#testing/person.ts'
import { accountKey, testProcesses } from '#testing/processes.ts'

const create = {
  model: 'flux-schnell',
  image_size: 'square',
  num_inference_steps: 1,
  prompt: 'a fox',
}

function program(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return {
    create: async () => {
      const response = await fetch(`${url}/api/image-generation/create`, {
        method: 'POST',
        headers,
        body: JSON.stringify(create),
      })
      return ((await response.json()) as { id: string }).id
    },
    listen: async () => follow(await fetch(`${url}/api/events`, { headers })),
  }
}

/** Reads a stream to its end. `until` waits for a text; `ended` for its end. */
function follow({ body }: Response) {
  const seen = new Map<string, GenerationView>()
  let wake: () => void = () => undefined
  const ended = (async () => {
    let [text, last] = ['', '']
    for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      last = chunk
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^event: generation\ndata: (.*)$/m.exec(block)?.[1]
        if (data) seen.set(JSON.parse(data).id, JSON.parse(data))
      }
      wake()
    }
    return last
  })()
  // A process that a test leaves running is killed, and its stream with it.
  ended.catch(() => undefined)
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  return {
    ended,
    until: async (isEnough: (seen: Map<string, GenerationView>) => boolean) => {
      while (!isEnough(seen)) await next()
      return seen
    },
  }
}

type Make = Awaited<ReturnType<typeof testProcesses>>['make']

/** Starts two webs, and workers, of which it returns where their health is. */
async function startWebsAndWorkers(make: Make, count: number) {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const [a, b] = [await make('web'), await make('web')]
  for (const port of ports) await (await make('worker', { METRICS_PORT: String(port) })).start()
  const [{ url: urlA }, { url: urlB }] = await Promise.all([a.start(), b.start()])
  const webs = [
    { product: a, url: urlA },
    { product: b, url: urlB },
  ] as const
  return { webs, workers: ports.map((port) => `http://localhost:${port}`) }
}

describe('the product as separate processes', () => {
  it('sends an event of a worker in another web process', { timeout: 300_000 }, async () => {
    const { make } = await testProcesses({ delayMs: 1_500 })
    const { webs, workers } = await startWebsAndWorkers(make, 1)
    const [a, b] = webs
    const key = await accountKey(a.product)

    const stream = await program(b.url, key).listen()
    const id = await program(a.url, key).create()
    await stream.until((seen) => seen.get(id)?.status === 'completed')

    const [watch] = workers
    expect((await fetch(`${watch}/healthz`)).status).toBe(200)
    expect((await fetch(`${watch}/readyz`)).status).toBe(200)
    expect((await fetch(`${watch}/api/account`)).status).toBe(404)
    expect(await (await fetch(`${watch}/metrics`)).text()).toMatch(
      /^atelier_generations_ended_total\{.*completed.* 1$/m,
    )
  })

  it('passes claimed generations on when a worker is stopped', {
    timeout: 300_000,
  }, async () => {
    const { make } = await testProcesses({ delayMs: 1_500 })
    const database = await testDatabase()
    const [webA, webB, workers] = [await make('web'), await make('web'), await make('worker')]
    const [a, b, first] = await Promise.all([webA.start(), webB.start(), workers.start()])
    const key = await accountKey(webA)
    const [kept, cut] = [await program(a.url, key).listen(), await program(b.url, key).listen()]
    const ids = await Promise.all(Array.from({ length: 10 }, () => program(a.url, key).create()))

    await kept.until((seen) => [...seen.values()].some(({ status }) => status === 'processing'))
    expect(await first.stop()).toBe(0)
    const held = sql<{ open: number; held: number }>`
      select count(*) as open, count(lease_until) as held from job`
    const { rows } = await held.execute(database)
    expect(rows[0]).toMatchObject({ held: 0 })
    expect(rows[0]?.open).toBeGreaterThan(0)

    expect(await b.stop()).toBe(0)
    expect(await cut.ended).toMatch(/^retry: \d{3,4}\n\n$/m)
    await workers.start()
    const ended = new Set(['completed', 'failed'])
    const seen = await kept.until((known) =>
      ids.every((id) => ended.has(known.get(id)?.status ?? '')),
    )
    expect(ids.map((id) => seen.get(id)?.status)).toEqual(ids.map(() => 'completed'))
  })

  it('answers in every process while files are uploaded that are read endlessly', {
    timeout: 300_000,
  }, async () => {
    const { make } = await testProcesses({ delayMs: 0 })
    const { webs, workers } = await startWebsAndWorkers(make, 2)
    const [a, b] = webs
    const upload = async (url: string, name: string, key: string) => {
      const form = new FormData()
      form.set('file', new Blob([await sampleFile(`damaged/${name}`)]), name)
      const answer = await fetch(`${url}/api/upload-video`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: form,
      })
      return ((await answer.json()) as { code: string }).code
    }
    const [one, two, three] = [
      await accountKey(a.product),
      await accountKey(a.product),
      await accountKey(a.product),
    ]
    const uploads = Promise.all([
      upload(a.url, 'cut-off.flac', one),
      upload(a.url, 'endless.webm', two),
      upload(b.url, 'endless.mp4', three),
    ])
    let isPending = true
    const ended = uploads.finally(() => {
      isPending = false
    })
    let answered = 0
    while (isPending) {
      const urls = [a.url, b.url, ...workers]
      const answers = await Promise.all(urls.map((url) => fetch(`${url}/healthz`)))
      expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200))
      answered += 1
      await setTimeout(50)
    }
    expect(await ended).toEqual(['broken_file', 'broken_file', 'broken_file'])
    expect(answered).toBeGreaterThan(1)
  })

  it('starts a web process while the bucket is unavailable: pages work, uploads answer 503', {
    timeout: 300_000,
  }, async () => {
    const { make, directory } = await testProcesses({ delayMs: 1_500 })
    const web = await make('web', {
      ...{
        STORAGE: 's3',
        S3_ENDPOINT: 'http://127.0.0.1:9',
        S3_REGION: 'auto',
        S3_BUCKET: 'media',
      },
      ...{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
    })
    const { url, stop } = await web.start()
    expect(await readFile(path.join(directory, 'atelier.log'), 'utf8')).toContain(
      'storage unavailable at start',
    )
    const key = await accountKey(web)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${url}/api/account`, { headers })).status).toBe(200)
    const form = new FormData()
    form.set('file', new Blob([await sampleFile('photo.jpg')]), 'photo.jpg')
    const upload = await fetch(`${url}/api/upload-image-wan-i2v`, {
      method: 'POST',
      headers,
      body: form,
    })
    expect([upload.status, await upload.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable' }),
    ])
    expect(await stop()).toBe(0)
  })

  it('ends streams of every process at once when all sessions are revoked', {
    timeout: 300_000,
  }, async () => {
    const { make } = await testProcesses({ delayMs: 1_500 })
    const database = await testDatabase()
    const web = await make('web')
    const { url } = await web.start()
    const made = await web.atelier('account', 'create', '--email', `${randomUUID()}@example.com`)
    const cookie = await sessionCookieOf({ database }, JSON.parse(made.output).id)
    const stream = follow(await fetch(`${url}/api/events`, { headers: { cookie } }))
    expect((await web.atelier('session', 'revoke', '--all')).code).toBe(0)
    await stream.ended
    expect((await fetch(`${url}/api/account`, { headers: { cookie } })).status).toBe(401)
  })

  it('ends at once while verifying the ledger', { timeout: 300_000 }, async () => {
    const { make } = await testProcesses({ delayMs: 1_500 })
    const database = await testDatabase()
    const worker = await make('worker')
    await sql`delete from ledger_check`.execute(database)
    // Nor may a process before hold its lease.
    await sql`delete from scheduled_job`.execute(database)
    await database.transaction().execute(async (transaction) => {
      // The verification cannot finish.
      await sql`lock table statement_block in access exclusive mode`.execute(transaction)
      const running = await worker.start()
      await expect.poll(() => countLockWaits(database)).toBe(1)
      expect(await running.stop()).toBe(0)
    })
  })
})
