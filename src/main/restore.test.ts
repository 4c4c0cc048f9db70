import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createProduct } from '#testing/product.ts'

const run = promisify(execFile)

/** Only where PostgreSQL's own tools are and a server was named: a backup is theirs to make. */
const canDump = spawnSync('pg_dump', ['--version']).error === undefined && process.env.DATABASE_URL !== undefined

it.skipIf(!canDump)(
  'a backup as docs/operate.md makes it brings back accounts, money, work and files',
  { timeout: 300_000 },
  async () => {
    const shelf = await mkdtemp(path.join(tmpdir(), 'atelier-backup-'))
    onTestFinished(() => rm(shelf, { recursive: true, force: true }))
    const dump = path.join(shelf, 'atelier.dump')
    const product = await createProduct({ MOCK_DELAY_MS: '100' })
    onTestFinished(product.remove)
    const address = product.databaseUrl ?? ''
    const first = await product.start()
    const made = await product.atelier(
      'account',
      'create',
      '--email',
      'a@example.com',
      '--credits',
      '100',
      '--paid',
      '--key',
    )
    const { api_key: key } = JSON.parse(made.output) as { api_key: string }
    const ask = async (url: string, method: string, to: string, body?: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const response = await fetch(url + to, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return (await response.json()) as { id: string; status: string; image_url: string }
    }
    const wish = { model: 'flux-schnell', image_size: 'square', prompt: 'a fox' }
    const { id } = await ask(first.url, 'POST', '/api/image-generation/create', wish)
    const read = (url: string) => ask(url, 'GET', `/api/generations/${id}`)
    await expect.poll(async () => (await read(first.url)).status, { timeout: 60_000 }).toBe('completed')
    const { image_url } = await read(first.url)
    const picture = Buffer.from(await (await fetch(image_url)).arrayBuffer())

    // While it runs: first the database, then the files. A file is written before its record and outlives it.
    await run('pg_dump', ['--format=custom', `--file=${dump}`, address])
    await cp(path.join(product.dataDir, 'media'), path.join(shelf, 'media'), { recursive: true })

    await first.kill()
    await run('psql', [address, '-c', 'drop schema public cascade; create schema public'])
    await rm(path.join(product.dataDir, 'media'), { recursive: true })

    await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${address}`, dump])
    await cp(path.join(shelf, 'media'), path.join(product.dataDir, 'media'), { recursive: true })
    expect(await product.atelier('ledger', 'verify')).toMatchObject({ code: 0 })
    expect(await product.atelier('doctor')).toMatchObject({ code: 0 })
    const second = await product.start()
    const after = await read(second.url)
    expect(after).toMatchObject({ status: 'completed' })
    expect(Buffer.from(await (await fetch(after.image_url)).arrayBuffer()).equals(picture)).toBe(true)
    expect(await ask(second.url, 'GET', '/api/account')).toMatchObject({ credits: { left_credits: 92 } })
    expect(await second.stop()).toBe(0)
  },
)
