import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { exportAccount } from '#core/account-data/export-account.ts'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import { unzip } from '#testing/api/collector.ts'
import { fluxDev } from '#testing/models.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import type { ExplorePage, SharedWorkView, ShareView } from './contract.ts'
import { deleteEndedLinks } from './share-generation.ts'

const admins = new Set<string>()
const server = await testServer({ delayMs: 0 }, { admins })
const { app, context } = server
const { database } = context
const operator = await testPerson(server)
admins.add(operator.account.email)

type Person = Awaited<ReturnType<typeof testPerson>>

const origin = 'http://localhost:3000'

async function makeImage(who: Person, prompt = 'a red fox') {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const create = { width: 640, height: 480, channels: 3, background: { r, g, b } } as const
  await recordSample(context, {
    ...{ accountId: who.account.id, model: fluxDev, input: { prompt }, files: {} },
    ...{ daysAgo: 0, results: [await sharp({ create }).png().toBuffer()], answer: null },
  })
  const { body } = await who.request('GET', '/api/image-generation/history')
  return body.data[0].generation as GenerationView
}

async function share(who: Person, id: string, change: Partial<ShareView> = {}): Promise<ShareView> {
  const wanted = { is_listed: true, shows_settings: true, ...change }
  const { status, body } = await who.request('PUT', `/api/generations/${id}/share`, wanted)
  expect(status).toBe(200)
  return body
}

async function makeShared(who: Person, change: Partial<ShareView> = {}) {
  const generation = await makeImage(who)
  return { generation, ...(await share(who, generation.id, change)) }
}

const read = (token: string, who?: Person) =>
  app.request(`${origin}/api/shares/${token}`, { headers: { ...who?.headers } })
const statusOf = async (url: string) => (await app.request(url)).status
const oembed = (url: string, more = '') =>
  app.request(`${origin}/api/oembed?url=${encodeURIComponent(url)}${more}`)

async function explore(query = ''): Promise<ExplorePage> {
  const response = await app.request(`${origin}/api/explore${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as ExplorePage
}

async function isListed(token: string): Promise<boolean> {
  for (let after = ''; ; ) {
    const { works, next } = await explore(after && `?after=${after}`)
    if (works.some((work) => work.token === token)) return true
    if (next === null) return false
    after = next
  }
}

describe('a share page', () => {
  it('shows prompt and settings only where the owner chose so, and never the owner', async () => {
    const owner = await testPerson(server)
    const { generation, token } = await makeShared(owner, { shows_settings: false })
    const hidden = await (await read(token)).text()
    expect(JSON.parse(hidden)).toMatchObject({ prompt: null, input: null, model: 'flux-dev' })
    expect(hidden).not.toContain('a red fox')
    expect(hidden).not.toContain(owner.account.email)

    const again = await share(owner, generation.id, { shows_settings: true })
    expect(again.token).toBe(token)
    const shown = (await (await read(token)).json()) as SharedWorkView
    expect(shown).toMatchObject({ prompt: 'a red fox', input: { prompt: 'a red fox' } })
  })

  it('makes a private result public, and revoking it makes it private', async () => {
    const owner = await testPerson(server)
    const generation = await makeImage(owner)
    const url = generation.images[0]?.url ?? ''
    const path = `/api/generations/${generation.id}`
    await owner.request('POST', `${path}/visibility`, { is_public: false })
    expect(await statusOf(url)).toBe(404)
    const { token } = await share(owner, generation.id)
    expect([await statusOf(url), (await read(token)).status]).toEqual([200, 200])

    expect((await owner.request('DELETE', `${path}/share`)).status).toBe(204)
    expect([await statusOf(url), (await read(token)).status]).toEqual([404, 404])
    expect(await isListed(token)).toBe(false)
    expect((await owner.request('GET', `${path}/share`)).body).toEqual({ share: null })
    expect((await share(owner, generation.id)).token).not.toBe(token)
  })

  it.each([
    [
      'private',
      (who: Person, id: string) =>
        who.request('POST', `/api/generations/${id}/visibility`, { is_public: false }),
    ],
    [
      'deleted',
      (who: Person, id: string) => who.request('DELETE', '/api/image-generation/delete', { id }),
    ],
    [
      'taken down',
      (_: Person, id: string) =>
        operator.request('POST', `/api/admin/moderation/${id}/takedown`, {
          reason: 'x',
          note: 'y',
        }),
    ],
    [
      'suspended with its owner',
      (who: Person) =>
        operator.request('POST', `/api/admin/accounts/${who.account.id}/suspend`, { reason: 'x' }),
    ],
  ] as const)('ends when its result is %s', async (_name, end) => {
    const owner = await testPerson(server)
    const { generation, token } = await makeShared(owner)
    expect(await isListed(token)).toBe(true)
    expect((await end(owner, generation.id)).status).toBe(200)
    expect((await read(token)).status).toBe(404)
    expect((await oembed(`${origin}/share/${token}`)).status).toBe(404)
    expect(await isListed(token)).toBe(false)
  })

  it('does not come back with a result that is made public again', async () => {
    const owner = await testPerson(server)
    const { generation, token } = await makeShared(owner)
    for (const is_public of [false, true])
      await owner.request('POST', `/api/generations/${generation.id}/visibility`, { is_public })
    expect((await read(token)).status).toBe(404)
    await deleteEndedLinks(context)
    const links = database.selectFrom('share_link').select('token').where('token', '=', token)
    expect(await links.execute()).toEqual([])
  })

  it('is refused for a result without a file', async () => {
    const owner = await testPerson(server)
    const generation = await makeImage(owner)
    await sql`delete from media where generation_id = ${generation.id}`.execute(database)
    const wanted = { is_listed: true, shows_settings: true }
    expect(
      await owner.request('PUT', `/api/generations/${generation.id}/share`, wanted),
    ).toMatchObject({ status: 409, body: { code: 'not_shareable' } })
  })

  it('names what is wrong in a request', async () => {
    const owner = await testPerson(server)
    const generation = await makeImage(owner)
    const { status, body } = await owner.request('PUT', `/api/generations/${generation.id}/share`, {
      is_listed: 'yes',
      shows_settings: true,
    })
    expect([status, body.fields?.[0]?.field]).toEqual([400, 'is_listed'])
  })
})

describe('Explore', () => {
  it('lists only what its owner listed, although results are public by default', async () => {
    const owner = await testPerson(server)
    const generation = await makeImage(owner)
    expect(generation.is_public).toBe(true)
    const { token } = await share(owner, generation.id, { is_listed: false })
    expect(await isListed(token)).toBe(false)
    await share(owner, generation.id, { is_listed: true })
    expect(await isListed(token)).toBe(true)
  })

  it('pages through all works without a gap or a repetition, newest or most liked first', async () => {
    const owner = await testPerson(server)
    const tokens: string[] = []
    for (let n = 0; n < 26; n++) tokens.push((await makeShared(owner)).token)
    const [, second = ''] = tokens
    for (const path of [second, second]) await owner.request('PUT', `/api/shares/${path}/like`)
    const pageThrough = async (sort: string) => {
      const found: string[] = []
      for (let after = ''; ; ) {
        const { works, next } = await explore(
          `?sort=${sort}&kind=image${after && `&after=${after}`}`,
        )
        found.push(...works.map(({ token }) => token))
        if (next === null) return found
        after = next
      }
    }
    const [newest, liked] = [await pageThrough('newest'), await pageThrough('liked')]
    expect(newest.filter((token) => tokens.includes(token))).toEqual(tokens.toReversed())
    expect(newest.slice(0, 26)).toEqual(tokens.toReversed())
    expect(liked[0]).toBe(second)
    expect(new Set(liked)).toEqual(new Set(newest))
    expect(liked).toHaveLength(newest.length)
    expect((await explore('?kind=video')).works).toEqual([])
  })

  it('refuses a cursor that it did not give', async () => {
    expect(await statusOf(`${origin}/api/explore?after=1.2.x'--`)).toBe(400)
  })
})

describe('a like', () => {
  it('counts once for an account, and can be taken back', async () => {
    const [owner, fan] = [await testPerson(server), await testPerson(server)]
    const { token } = await makeShared(owner)
    const like = (method: string, who: Person) => who.request(method, `/api/shares/${token}/like`)
    const answers = await Promise.all([like('PUT', fan), like('PUT', fan), like('PUT', owner)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await (await read(token, fan)).json()).toMatchObject({ likes: 2, is_liked: true })
    expect((await like('DELETE', fan)).body).toEqual({ likes: 1, is_liked: false })
    expect((await like('DELETE', fan)).body).toEqual({ likes: 1, is_liked: false })
    expect(await (await read(token)).json()).toMatchObject({ likes: 1, is_liked: false })
  })

  it('goes with the account that gave it; the shares of a deleted account end', async () => {
    const [owner, fan] = [await testPerson(server), await testPerson(server)]
    const [kept, gone] = [await makeShared(owner), await makeShared(fan)]
    await fan.request('PUT', `/api/shares/${kept.token}/like`)
    const { body } = await fan.request('GET', '/api/account')
    const answer = await fan.request('DELETE', '/api/account', { email: body.email })
    expect(answer.status).toBe(204)
    expect((await read(gone.token)).status).toBe(404)
    expect(await (await read(kept.token)).json()).toMatchObject({ likes: 0 })
    const { rows } = await sql`
      select token from share where account_id = ${fan.account.id}
      union all select token from share_link where account_id = ${fan.account.id}
      union all select token from share_like where account_id = ${fan.account.id}`.execute(database)
    expect(rows).toEqual([])
  })
})

describe('oEmbed', () => {
  it('describes an image, scaled to what the page has room for', async () => {
    const owner = await testPerson(server)
    const { token, generation } = await makeShared(owner)
    const url = `${origin}/share/${token}`
    expect(await (await oembed(url)).json()).toMatchObject({
      ...{
        version: '1.0',
        type: 'photo',
        title: 'a red fox · AI-generated',
        width: 640,
        height: 480,
      },
      url: generation.images[0]?.url,
    })
    expect(await (await oembed(url, '&maxwidth=320&maxheight=100&dnt=1')).json()).toMatchObject({
      width: 133,
      height: 100,
    })
    expect((await oembed(url, '&maxwidth=0')).status).toBe(400)
    expect((await oembed(url, '&format=xml')).status).toBe(400)
  })

  it('describes a video with a player that shows no markup of the prompt', async () => {
    const owner = await testPerson(server)
    const generation = await makeImage(owner, '"><script>alert(1)</script>')
    await sql`update media set content_type = 'video/mp4' where generation_id = ${generation.id}`.execute(
      database,
    )
    const { token } = await share(owner, generation.id)
    const answer = await (await oembed(`${origin}/zh/share/${token}`)).json()
    expect(answer).toMatchObject({ type: 'video', width: 640, height: 480 })
    expect((answer as { html: string }).html).toMatch(/^<video controls [^<>]*><\/video>$/)
  })

  it('knows no address of another site or page', async () => {
    const owner = await testPerson(server)
    const { token } = await makeShared(owner)
    const addresses = [
      `https://other.example/share/${token}`,
      `${origin}/share/${token}/x`,
      `${origin}/pricing`,
      'share',
    ]
    for (const address of addresses) expect((await oembed(address)).status).toBe(404)
  })
})

it('an export of an account names its shares and likes', async () => {
  const owner = await testPerson(server)
  const { token, generation } = await makeShared(owner, { shows_settings: false })
  await owner.request('PUT', `/api/shares/${token}/like`)
  const chunks: Uint8Array[] = []
  for await (const chunk of exportAccount(context, owner.account)) chunks.push(chunk)
  const [first] = await unzip(Buffer.concat(chunks))
  const { shares, likes } = JSON.parse(first?.content.toString() ?? '')
  const wanted = { is_listed: true, shows_settings: false }
  expect(shares).toMatchObject([{ generation_id: generation.id, token, ...wanted }])
  expect(likes).toMatchObject([{ token }])
})
