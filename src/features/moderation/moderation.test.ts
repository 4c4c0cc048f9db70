import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { sendDueMails } from '#core/mail/send-mails.ts'
import {
  createPresignedUpload,
  finalizeUpload,
  receivePending,
} from '#core/media/uploads/presigned-upload.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { makeImage as makePublicImage } from '#testing/api/public-image.ts'
import { readMoney } from '#testing/context.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import { smtpServer } from '#testing/smtp-server.ts'

const admins = new Set<string>()
const smtp = await smtpServer()
const mail = { mailer: smtp.mailer, url: 'https://studio.example', operators: [] }
const server = await testServer({ delayMs: 0 }, { admins, mail })
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

const statusOf = async (url: string, who?: Person) =>
  (await app.request(url, { headers: { ...who?.headers } })).status
const takeDown = (id: string, more: object = {}) =>
  operator.request('POST', `/api/admin/moderation/${id}/takedown`, { reason, note, ...more })

describe('a takedown', () => {
  it('removes the files for everyone and keeps record and ledger, with a note to the owner', async () => {
    const owner = await testPerson(server)
    const { id, url } = await makeImage(owner, { prompt: 'a wolf' })
    const thumbnail = new URL('thumbnail.webp', url).href
    const before = await readMoney(context, owner.account.id)
    const etag = (await app.request(url)).headers.get('etag') ?? ''
    expect(await takeDown(id, { act_id: 'one press' })).toMatchObject({ status: 200 })
    expect(await takeDown(id, { act_id: 'one press' })).toMatchObject({ status: 409 })

    for (const who of [undefined, owner, operator])
      for (const address of [url, thumbnail, `${url}?download`])
        expect([address, await statusOf(address, who)]).toEqual([address, 404])
    const known = await app.request(url, { headers: { 'if-none-match': etag, ...owner.headers } })
    expect(known.status).toBe(404)
    await context.background.idle()
    const { rows: left } =
      await sql`select from storage_garbage where account_id = ${owner.account.id}`.execute(
        database,
      )
    expect(left).toEqual([])

    const record = (await owner.request('GET', `/api/generations/${id}`)).body
    expect(record).toMatchObject({
      ...{ status: 'completed', prompt: 'a wolf', images: [], image_url: null },
      ...{ removed_at: expect.any(String), removal_note: note, can_refund: false },
    })
    expect(await readMoney(context, owner.account.id)).toEqual(before)
    expect((await verifyLedger(context)).faults).toEqual([])
    expect(await listOperatorActions(database, { limit: 1 })).toMatchObject([
      { act: 'generation.takedown', reason, generation_id: id, details: { note } },
    ])
    await sendDueMails(context)
    expect(
      smtp.mails.filter(({ recipients }) => recipients[0] === owner.account.email),
    ).toMatchObject([
      { subject: 'A result of yours was removed', text: expect.stringContaining(note) },
    ])
  })

  it('refuses the result as an input, also in earlier copies, and making it again', async () => {
    const owner = await testPerson(server, { credits: 5_000 })
    const copier = await testPerson(server, { credits: 5_000 })
    const { id, url } = await makeImage(owner)
    const edit = (who: Person) =>
      who.request('POST', '/api/image-generation/create', {
        ...{ prompt: 'blue', model: 'flux-dev', image_generation_type: 'image-to-image' },
        image_url: url,
      })
    const copy = await edit(copier)
    expect(copy.status, copy.body.error).toBe(200)
    const copied = copy.body.generation.inputs[0].url as string
    expect(await statusOf(copied, copier)).toBe(200)

    expect(await takeDown(id)).toMatchObject({ status: 200 })
    expect(await statusOf(copied, copier)).toBe(404)
    for (const who of [owner, copier])
      expect(await edit(who)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    const again = { prompt: 'the same', model: 'flux-schnell', parent_id: id }
    expect(await owner.request('POST', '/api/image-generation/create', again)).toMatchObject({
      ...{ status: 409, body: { code: 'result_removed' } },
    })
  })

  it('leaves no copy to a start at the same time', async () => {
    const owner = await testPerson(server, { credits: 5_000 })
    const copier = await testPerson(server, { credits: 50_000 })
    const { id, url } = await makeImage(owner)
    const starts = Array.from({ length: 12 }, () =>
      copier.request('POST', '/api/image-generation/create', {
        ...{ prompt: 'blue', model: 'flux-dev', image_generation_type: 'image-to-image' },
        image_url: url,
      }),
    )
    const [taken, ...answers] = await Promise.all([takeDown(id), ...starts])
    expect(taken.status).toBe(200)
    for (const { status, body } of answers) {
      const [input] = status === 200 ? body.generation.inputs : []
      if (input) expect(await statusOf(input.url, copier)).toBe(404)
    }
    const { rows } = await sql`select from media
      join removed_file as removed on removed.sha256 in (media.sha256, media.received_sha256)
      where media.account_id in (${owner.account.id}, ${copier.account.id})`.execute(database)
    expect(rows).toEqual([])
  })

  it('keeps the hash: the same file is accepted neither as an upload nor as a result', async () => {
    const owner = await testPerson(server)
    const { id, url } = await makeImage(owner)
    const file = await (await app.request(url)).arrayBuffer()
    await takeDown(id)
    const form = new FormData()
    form.append('file', new Blob([file], { type: 'image/png' }), 'again.png')
    const upload = await app.request(`${origin}/api/upload-image-wan-i2v`, {
      method: 'POST',
      headers: owner.headers,
      body: form,
    })
    expect(upload.status).toBe(400)
    expect(await upload.json()).toMatchObject({ code: 'removed_file' })

    const accountId = owner.account.id
    const contentType = 'image/png'
    const signed = await createPresignedUpload(context, {
      accountId,
      contentType,
      bytes: undefined,
    })
    const [, , , uploadId = '', token = ''] = signed.url.split('/')
    const body = (async function* () {
      yield new Uint8Array(file)
    })()
    await receivePending(context, { id: uploadId, token, contentType, body })
    await expect(finalizeUpload(context, uploadId, accountId)).rejects.toThrow('removed_file')
    await context.background.idle()
    const { rows } = await sql`select from media where account_id = ${accountId}`.execute(database)
    expect(rows).toEqual([])
  })

  it('refuses the same file that another account uploaded before, until it is unblocked', async () => {
    const [owner, other] = [await testPerson(server), await testPerson(server, { credits: 5_000 })]
    const { id, url } = await makeImage(owner)
    const file = await (await app.request(url)).arrayBuffer()
    const upload = async () => {
      const form = new FormData()
      form.append('file', new Blob([file], { type: 'image/png' }), 'same.png')
      const answer = await app.request(`${origin}/api/upload-image-wan-i2v`, {
        method: 'POST',
        headers: other.headers,
        body: form,
      })
      return { status: answer.status, body: (await answer.json()) as { imageUrl: string } }
    }
    const earlier = await upload()
    expect(earlier.status).toBe(200)
    const edit = () =>
      other.request('POST', '/api/image-generation/create', {
        ...{ prompt: 'blue', model: 'flux-dev', image_generation_type: 'image-to-image' },
        image_url: earlier.body.imageUrl,
      })
    await takeDown(id)
    const before = await readMoney(context, other.account.id)
    expect(await edit()).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: [{ field: 'image_url', problem: 'removed_file' }] },
    })
    expect(await upload()).toMatchObject({ status: 400, body: { code: 'removed_file' } })
    expect(await readMoney(context, other.account.id)).toEqual(before)

    const { body: blocked } = await operator.request('GET', '/api/admin/moderation/hashes')
    const [hash] = blocked.data.filter((one: { generation_id: string }) => one.generation_id === id)
    const unblock = (sha256: string) =>
      operator.request('POST', '/api/admin/moderation/hashes/unblock', { reason, sha256 })
    const found = `/api/admin/moderation/hashes?find=${hash.sha256.slice(0, 20).toUpperCase()}`
    expect(await operator.request('GET', found)).toMatchObject({ body: { data: [hash] } })
    expect(await unblock(hash.sha256.slice(1))).toMatchObject({ status: 400 })
    expect(await unblock(hash.sha256.toUpperCase())).toMatchObject({ status: 200 })
    expect(await unblock(hash.sha256)).toMatchObject({ status: 404 })
    expect(await listOperatorActions(database, { limit: 1 })).toMatchObject([
      { act: 'hash.unblock', reason, actor: operator.account.email },
    ])
    expect(await edit()).toMatchObject({ status: 200 })
    expect((await upload()).status).toBe(200)
    expect(await statusOf(url, owner)).toBe(404)
  })

  it('is impossible for what does not exist, runs, or was deleted', async () => {
    const owner = await testPerson(server)
    const { id } = await makeImage(owner)
    await owner.request('POST', '/api/image-generation/delete', { ids: [id] })
    await sql`update generation set deleted_at = now() where id = ${id}`.execute(database)
    for (const name of [id, 'nonsense', '01990000-0000-7000-8000-000000000000'])
      expect(await takeDown(name)).toMatchObject({ status: 404 })
    for (const missing of [{ note: '' }, { note: 'x'.repeat(1_001) }, { reason: '' }])
      expect(await takeDown(id, missing)).toMatchObject({ status: 400 })
  })
})
