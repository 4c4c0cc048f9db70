import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { purgeDeleted } from '#core/history/retention.ts'
import type { OperatorMessage } from '#core/operators/operator-event-queries.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { makeImage as makePublicImage } from '#testing/api/public-image.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import { contributions } from '../contributions.ts'
import { maxReportsPerDay } from './rules.ts'

const admins = new Set<string>()
const messages: OperatorMessage[] = []
const operatorEvents = [async (_: unknown, message: OperatorMessage) => void messages.push(message)]
const server = await testServer(
  { delayMs: 0 },
  { admins, contributions: { ...contributions, operatorEvents } },
)
const { app, context } = server
const { database } = context
const operator = await testPerson(server)
admins.add(operator.account.email)

type Person = Awaited<ReturnType<typeof testPerson>>

const reason = 'a test'
const note = 'It shows a real person.'
const origin = 'http://localhost:3000'

const makeImage = (who: Person, options: { prompt?: string; isPublic?: boolean } = {}) =>
  makePublicImage(context, who, options)

const report = (address: string, who?: Person, more: object = {}) =>
  app.request(`${origin}/api/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...who?.headers },
    body: JSON.stringify({ address, reason: 'person', ...more }),
  })
const statusOf = async (url: string, who?: Person) =>
  (await app.request(url, { headers: { ...who?.headers } })).status
const queue = async () =>
  (await operator.request('GET', '/api/admin/moderation')).body.data as {
    id: string
    files: { url: string }[]
  }[]
const reportedOf = async (id: string) => (await queue()).find((one) => one.id === id)
const takeDown = (id: string, more: object = {}) =>
  operator.request('POST', `/api/admin/moderation/${id}/takedown`, { reason, note, ...more })

describe('a report', () => {
  it('of a public result is listed for the operator, once for each person', async () => {
    const owner = await testPerson(server)
    const { id, url } = await makeImage(owner)
    const other = await testPerson(server)
    const text = 'This is me.\nPlease remove it.'
    for (const times of [1, 2])
      expect((await report(url, other, { text: `${text} ${times}` })).status).toBe(202)
    expect((await report(new URL(url).pathname, undefined, { reason: 'hate' })).status).toBe(202)
    expect((await report(url)).status).toBe(202)
    expect(await reportedOf(id)).toMatchObject({
      ...{ account: { email: owner.account.email }, kind: 'image', count: 2 },
      ...{ reasons: { person: 1, hate: 1 }, notes: [`${text} 1`] },
    })
  })

  it('is refused for what is not public, unknown, or elsewhere, all alike', async () => {
    const owner = await testPerson(server)
    const hidden = await makeImage(owner, { isPublic: false })
    const input = `${origin}/media/${owner.account.id}/01990000-0000-7000-8000-000000000000/1.png`
    for (const address of [hidden.url, input, 'https://example.com/a.png', '/pricing', 'x'])
      expect([address, (await report(address, owner)).status]).toEqual([address, 404])
    expect((await report(hidden.url, owner, { reason: 'boring' })).status).toBe(400)
    expect((await report(hidden.url, owner, { text: 'x'.repeat(1_001) })).status).toBe(400)
  })

  it('is refused after many within a day', async () => {
    const { url } = await makeImage(await testPerson(server))
    const busy = await testPerson(server)
    expect((await report(url, busy)).status).toBe(202)
    await sql`insert into report (account_id, generation_id, reporter_hash, reason)
      select account_id, gen_random_uuid(), reporter_hash, reason from report, generate_series(2, ${maxReportsPerDay})
      where reporter_hash = (select reporter_hash from report order by created_at desc limit 1)`.execute(
      database,
    )
    const answer = await report(url, busy)
    expect(answer.status).toBe(429)
    expect(await answer.json()).toMatchObject({ code: 'too_many_reports', max: maxReportsPerDay })
    expect((await report(url, await testPerson(server))).status).toBe(202)
  })

  it('is dismissed with all others of its result, until another person reports it', async () => {
    const { id, url } = await makeImage(await testPerson(server))
    await report(url, await testPerson(server))
    await report(url, await testPerson(server))
    const dismiss = () =>
      operator.request('POST', `/api/admin/moderation/${id}/dismiss`, { reason })
    expect(await dismiss()).toMatchObject({ status: 200, body: { reports: 2 } })
    expect(await reportedOf(id)).toBeUndefined()
    expect(await dismiss()).toMatchObject({ status: 404 })
    await report(url, await testPerson(server))
    expect(await reportedOf(id)).toMatchObject({ count: 1 })
    expect(await statusOf(url)).toBe(200)
  })
})

it('an operator reads files of reported results alone, also when they are private now', async () => {
  const owner = await testPerson(server)
  const { id, url } = await makeImage(owner)
  const other = await makeImage(owner)
  await report(url)
  const visibility = `/api/generations/${id}/visibility`
  await owner.request('POST', visibility, { is_public: false })
  const path = (await reportedOf(id))?.files[0]?.url ?? ''
  const answer = await app.request(origin + path, { headers: operator.headers })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
  const [, , account, file] = new URL(other.url).pathname.split('/')
  const unreported = `${origin}/api/admin/moderation/files/${account}/${file}`
  expect(await statusOf(unreported, operator)).toBe(404)
  expect(await statusOf(origin + path, owner)).toBe(404)
})

it('of a result reaches operators once, and decided with its removal', async () => {
  const owner = await testPerson(server)
  const { id, url } = await makeImage(owner)
  const reporter = await testPerson(server)
  for (const _ of [1, 2]) await report(url, reporter, { text: 'a private matter' })
  const data = { generation_id: id, account_id: owner.account.id, reason: 'person' }
  const ofResult = messages.filter(({ generationId }) => generationId === id)
  expect(ofResult).toEqual([{ event: 'report.created', generationId: id, data }])
  expect(await takeDown(id)).toMatchObject({ status: 200 })
  expect(await reportedOf(id)).toBeUndefined()
  expect(await listOperatorActions(database, { limit: 1 })).toMatchObject([
    { act: 'generation.takedown', reason, generation_id: id, details: { note, reports: 1 } },
  ])
})

it('is deleted with its result and with the account of it', async () => {
  const owner = await testPerson(server)
  const [first, second] = [await makeImage(owner), await makeImage(owner)]
  for (const { url } of [first, second]) await report(url)
  const left = async () => {
    const { rows } = await sql<{ generation_id: string }>`
      select generation_id from report where account_id = ${owner.account.id}`.execute(database)
    return rows.map(({ generation_id }) => generation_id)
  }
  expect((await left()).toSorted()).toEqual([first.id, second.id].toSorted())
  await owner.request('DELETE', '/api/image-generation/delete', { id: first.id })
  await sql`update purge set purge_at = now() where generation_id = ${first.id}`.execute(database)
  await purgeDeleted(context)
  expect(await left()).toEqual([second.id])
  await deleteAccount(context, owner.account, owner.account.email)
  await expect.poll(left).toEqual([])
})
