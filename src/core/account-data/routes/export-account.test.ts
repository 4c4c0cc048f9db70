import { describe, expect, it, vi } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { createAccountWithCredits } from '#core/accounts/create-account.ts'
import { collector, unzip } from '#testing/api/collector.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { type Browser, createBrowser } from '#testing/browser.ts'
import { testUpload } from '#testing/files.ts'
import { exportAccount } from '../export-account.ts'

// Generations really run here, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000 })
const world = await signInEnvironment()
const { url, context } = world
const { database } = context

async function inhabitant() {
  const [browser, claims] = [createBrowser(), newPerson()]
  const email = claims.email ?? ''
  const { account } = await createAccountWithCredits(context, {
    email,
    name: null,
    credits: 1000,
    paid: true,
  })
  await world.signIn(browser, claims)
  return { browser, email, id: account.id }
}

const download = (browser: Browser, method = 'GET') =>
  browser.request(`${url}/api/account/export`, { method })

async function measured(browser: Browser) {
  const response = await browser.request(`${url}/api/account/export/size`)
  return (await response.json()) as { files: number; bytes: number; is_running: boolean }
}

async function exported(browser: Browser) {
  const response = await download(browser)
  expect(response.status).toBe(200)
  const files = await unzip(await response.bytes())
  const [first] = files
  return { response, files, account: JSON.parse(first?.content.toString() ?? '') as Exported }
}

type Exported = {
  account: Record<string, unknown>
  keys: object[]
  sessions: object[]
  ledger: object[]
  uploads: object[]
  generations: { id: string; input: object; files: { file: string; role: string }[] }[]
}

const image = (text: string) => ({ content: Buffer.from(text), contentType: 'image/png' })

describe('an export', () => {
  it('has everything of the account in one zip, without credentials', async () => {
    const { browser, email, id } = await inhabitant()
    const key = await createApiKey(context, id, 'my laptop')
    const upload = await testUpload(context, id, 'photo.jpg', 'image/jpeg')
    const create = {
      model: 'flux-dev',
      image_size: 'square',
      prompt: 'a fox',
      image_generation_type: 'image-to-image',
      image_url: upload.address,
    }
    const ids: string[] = []
    for (const _ of [1, 2]) {
      const made = await browser.request(`${url}/api/image-generation/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(create),
      })
      ids.push(((await made.json()) as { id: string }).id)
    }
    const states = async () =>
      (
        await database
          .selectFrom('generation')
          .select(['status', 'error_code', 'error_message'])
          .where('account_id', '=', id)
          .execute()
      ).map((row) => Object.values(row).join(' ').trim())
    await expect.poll(states).toEqual(['completed', 'completed'])

    const { response, files, account } = await exported(browser)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename=atelier-account-\d{4}-\d\d-\d\d\.zip$/,
    )
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(account.account).toMatchObject({
      role: null,
      role_source: null,
      email,
      credits: 940,
      identities: [{ issuer: world.issuer.issuer }],
    })
    expect(account.keys).toMatchObject([{ name: 'my laptop' }])
    expect(account.sessions).toMatchObject([{ user_agent: 'Test Browser' }])
    expect(account.ledger).toMatchObject([
      { reason: 'grant', credits: 1000 },
      { reason: 'charge' },
      { reason: 'charge' },
    ])
    expect(account.generations.map((generation) => generation.id)).toEqual(ids)
    expect(account.generations[0]?.input).toMatchObject({ prompt: 'a fox' })

    const named = account.generations.flatMap((generation) => generation.files)
    expect(named.map(({ role }) => role)).toEqual(['output', 'input', 'output', 'input'])
    const inZip = files.map(({ name }) => name)
    expect(new Set(inZip)).toEqual(
      new Set(['account.json', `files/${upload.key}`, ...named.map(({ file }) => file)]),
    )
    expect(inZip).toHaveLength(new Set(inZip).size)
    const media = files.filter(({ name }) => name.startsWith('files/'))
    const bytes = media.reduce((sum, { content }) => sum + content.length, 0)
    expect(await measured(browser)).toEqual({ files: media.length, bytes, is_running: false })
    expect(
      files.find(({ name }) => name === `files/${upload.key}`)?.content.equals(upload.bytes),
    ).toBe(true)
    const text = JSON.stringify(account)
    for (const secret of [key, world.tokenOf(browser), 'hash']) expect(text).not.toContain(secret)
  })

  it('has nothing of other accounts, and nothing deleted', async () => {
    const { browser, id } = await inhabitant()
    const me = await collector(context, url)
    await me.make({ files: [image('somebody else’s')] })
    const { files, account } = await exported(browser)
    expect(files.map(({ name }) => name)).toEqual(['account.json'])
    expect(account).toMatchObject({ generations: [], uploads: [], keys: [] })
    expect(id).not.toBe(me.account.id)
  })

  it('skips a missing file, and lists it', async () => {
    const me = await collector(context, url)
    const [lost, kept] = [
      await me.make({ files: [image('lost')] }),
      await me.make({ files: [image('kept')] }),
    ]
    await context.storage.delete(lost.keys[0] ?? '')
    const files = await unzip(await collected(exportAccount(context, me.account)))
    expect(files.map(({ name }) => name)).toEqual([
      'account.json',
      `files/${kept.keys[0]}`,
      'missing.json',
    ])
    expect(JSON.parse(files.at(-1)?.content.toString() ?? '')).toEqual({
      missing: [`files/${lost.keys[0]}`],
    })
  })

  it('contains more records than one page, in order', async () => {
    const me = await collector(context, url)
    for (let count = 0; count < 401; count++)
      await me.make({ kind: count % 2 ? 'image' : 'video', files: [] })
    const [file] = await unzip(await collected(exportAccount(context, me.account)))
    const { generations } = JSON.parse(file?.content.toString() ?? '') as Exported
    expect(new Set(generations.map((generation) => generation.id)).size).toBe(401)
  })

  it('needs memory for the current chunk only', async () => {
    const me = await collector(context, url)
    for (let count = 0; count < 8; count++)
      await me.make({ files: [image('x'.repeat(4 * 1024 ** 2))] })
    let largest = 0
    for await (const chunk of exportAccount(context, me.account))
      largest = Math.max(largest, chunk.length)
    expect(largest).toBeLessThanOrEqual(256 * 1024)
  })

  it('runs one at a time; the next may begin when its reader has stopped', async () => {
    const { browser, id } = await inhabitant()
    const large = await testUpload(context, id, 'video.mp4', 'video/mp4')
    const size = 24 * 1024 ** 2
    await context.storage.write(large.key, oneOf(size), {
      maxBytes: size,
      contentType: 'video/mp4',
    })
    await database.updateTable('media').set({ bytes: size }).where('id', '=', large.id).execute()
    const first = await download(browser)
    const second = await download(browser)
    expect([second.status, await second.json()]).toMatchObject([429, { code: 'export_running' }])
    expect(await measured(browser)).toEqual({ files: 1, bytes: size, is_running: true })
    expect((await download(browser, 'HEAD')).status).toBe(200)
    await first.body?.cancel()
    const again = async () => {
      const { status, body } = await download(browser)
      await body?.cancel()
      return status
    }
    await expect.poll(again).toBe(200)
  })
})

async function* oneOf(bytes: number) {
  for (let left = bytes; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536))
}

async function collected(zip: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks = []
  for await (const chunk of zip) chunks.push(chunk)
  return Buffer.concat(chunks)
}
