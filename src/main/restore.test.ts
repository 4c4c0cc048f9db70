import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Cluster, findPostgresPrograms, startCluster } from '#testing/database/cluster.ts'
import { execute } from '#testing/database/postgres.ts'
import { createProduct } from '#testing/product.ts'

const folder = findPostgresPrograms()
const isSkipped = !folder && !process.env.REQUIRE_RESTORE_TEST
if (isSkipped)
  process.stderr.write(
    'Skipped: backup and restore. Install PostgreSQL 15 or newer to run this test.\n',
  )

const secret = 'a secret that outlives its machine'

it.skipIf(isSkipped)(
  'a backup as docs/operate.md makes it restores accounts, credits, generations and files',
  { timeout: 600_000 },
  async () => {
    const cluster = await ownCluster()
    const shelf = await mkdtemp(path.join(tmpdir(), 'atelier-backup-'))
    onTestFinished(() => rm(shelf, { recursive: true, force: true }))
    const dump = path.join(shelf, 'atelier.dump')
    await execute({ url: cluster.url('postgres') }, 'create database atelier')
    const address = cluster.url('atelier')
    const product = await createProduct({
      DATABASE_URL: address,
      SESSION_SECRET: secret,
      MOCK_DELAY_MS: '100',
    })
    onTestFinished(product.remove)
    const { dataDir, atelier } = product

    const first = await product.start()
    const account = ['--email', 'a@example.com', '--credits', '100', '--paid', '--key']
    const made = await atelier('account', 'create', ...account)
    const client = clientOf((JSON.parse(made.output) as { api_key: string }).api_key)
    const { id } = await client.create(first.url, 'a fox')
    const read = (url: string) => client.send(url, 'GET', `/api/generations/${id}`)
    await expect.poll(async () => (await read(first.url)).status).toBe('completed')
    const image = await bytesOf((await read(first.url)).image_url)

    // While it runs: first the database, then the files. A file is written before its record and
    // deleted after it.
    await cluster.run('pg_dump', ['--format=custom', `--file=${dump}`, address])
    await cp(path.join(dataDir, 'media'), path.join(shelf, 'media'), { recursive: true })

    await first.kill()
    await execute({ url: cluster.url('postgres') }, 'drop database atelier with (force)')
    await rm(dataDir, { recursive: true })

    await execute({ url: cluster.url('postgres') }, 'create database atelier')
    await cluster.run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${address}`, dump])
    await cp(path.join(shelf, 'media'), path.join(dataDir, 'media'), { recursive: true })
    const validated = await Promise.all([atelier('ledger', 'verify'), atelier('doctor')])
    for (const answer of validated) expect(answer).toMatchObject({ code: 0 })
    const second = await product.start()
    const after = await read(second.url)
    expect(after).toMatchObject({ status: 'completed' })
    expect((await bytesOf(after.image_url)).equals(image)).toBe(true)
    expect(await client.send(second.url, 'GET', '/api/account')).toMatchObject({
      credits: { left_credits: 92 },
    })
    expect(await second.stop()).toBe(0)
  },
)

async function ownCluster(): Promise<Cluster> {
  if (!folder)
    throw new Error(
      'PostgreSQL is not installed: initdb, pg_ctl, pg_dump and pg_restore, 15 or newer',
    )
  const cluster = await startCluster(folder)
  onTestFinished(() => cluster.stop())
  return cluster
}

function clientOf(key: string) {
  const send = async (url: string, method: string, to: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url + to, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as { id: string; status: string; image_url: string }
  }
  const create = (url: string, prompt: string) =>
    send(url, 'POST', '/api/image-generation/create', {
      model: 'flux-schnell',
      image_size: 'square',
      prompt,
    })
  return { send, create }
}

async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}
