import path from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import type { RecordList } from '#core/history/record-lists.ts'
import { unzip } from '#testing/api/collector.ts'
import { listeningServer } from '#testing/server.ts'
import { contributions } from '../contributions.ts'
import { deleteOldDownloads } from './prepare-download.ts'
import { maxLiveDownloads } from './rules.ts'
import { downloader } from './test-support.ts'

/** The ids of records, by list. */
const lists = new Map<string, string[]>()
const recordLists: RecordList[] = [
  {
    ...{ path: '/api/test-lists/{id}', name: 'a list', remark: '' },
    findIds: async (_context, { id }) => lists.get(id) ?? [],
  },
]
const { url, context } = await listeningServer(() => ({
  contributions: { ...contributions, recordLists },
}))
const { database } = context

const png = { content: Buffer.from('a picture'), contentType: 'image/png' }
const failed = 'Failed to prepare download'

const remove = (id: string) =>
  database.updateTable('generation').set({ deleted_at: new Date() }).where('id', '=', id).execute()

describe('the download endpoint of each kind', () => {
  it.each([
    ['image', '/api/image-generation', 'images'],
    ['image-editing', '/api/image-editor', 'edited-images'],
    ['video', '/api/video-generation', 'videos'],
    ['audio', '/api/audio-generation', 'sounds'],
  ] as const)('%s', async (kind, base, name) => {
    const me = await downloader(context, url)
    const { id } = await me.make({ kind, files: [png] })
    const other = await me.make({ kind: kind === 'image' ? 'video' : 'image', files: [png] })
    const { body } = await me.prepare({ imageIds: [id, other.id] }, base)
    expect(body).toMatchObject({
      files: 1,
      fileName: expect.stringMatching(`^atelier-${name}-\\d{4}-\\d\\d-\\d\\d.zip$`),
    })
    expect(await unzip(await (await me.request('GET', body.downloadUrl)).bytes())).toMatchObject([
      { content: png.content },
    ])
  })

  it('does not exist for text answers', async () => {
    const me = await downloader(context, url)
    expect((await me.prepare({ imageIds: ['x'] }, '/api/image-understanding')).status).toBe(404)
  })
})

describe('a list', () => {
  it('that is mixed contains the existing files, each once', async () => {
    const [me, other] = [await downloader(context, url), await downloader(context, url)]
    const [mine, gone, empty] = [
      await me.make({ files: [png] }),
      await me.make({ files: [png] }),
      await me.make({ files: [] }),
    ]
    const foreign = await other.make({ files: [png] })
    await remove(gone.id)
    const imageIds = [foreign.id, 'x', mine.id, uuid(), gone.id, empty.id, mine.id.toUpperCase()]
    const { status, body } = await me.prepare({ imageIds })
    expect([status, body.files]).toEqual([200, 1])
    expect((await unzip(await (await me.request('GET', body.downloadUrl)).bytes())).length).toBe(1)
  })

  it.each([
    ['/api/image-generation', 'en', failed],
    ['/api/image-generation', 'zh', '准备下载失败'],
    ['/api/image-editor', 'en', 'Failed to download images'],
    ['/api/image-editor', 'zh', '批量下载失败，请重试'],
  ])('without files fails at %s (%s), foreign and missing alike', async (base, language, error) => {
    const [me, other] = [await downloader(context, url), await downloader(context, url)]
    const { id } = await other.make({
      kind: base.endsWith('editor') ? 'image-editing' : 'image',
      files: [png],
    })
    for (const imageIds of [[id], [uuid()], ['x']]) {
      const answer = await me.request(
        'POST',
        `${base}/download`,
        { imageIds },
        { 'accept-language': language },
      )
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { error, code: 'not_found' },
      ])
    }
  })

  it.each([
    ['without ids', {}, { field: 'imageIds' }],
    ['of no ids', { imageIds: [] }, { field: 'imageIds' }],
    ['that is none', { imageIds: 'all' }, { field: 'imageIds' }],
    ['of numbers', { imageIds: [7] }, { field: 'imageIds.0' }],
    ['of 5,001', { imageIds: Array(5001).fill('x') }, { field: 'imageIds', max: 5000 }],
    ['in a format we do not make', { imageIds: ['x'], format: 'gif' }, { field: 'format' }],
  ])('%s is refused, naming the field', async (_, wanted, field) => {
    const me = await downloader(context, url)
    const { status, body } = await me.prepare(wanted)
    expect([status, body]).toMatchObject([400, { code: 'invalid_input', fields: [field] }])
  })

  it('of all that match a filter contains their files, and no others', async () => {
    const me = await downloader(context, url)
    const foxes = [1, 2, 3].map((at) => Buffer.from(`fox ${at}`))
    for (const content of foxes)
      await me.make({ model: 'flux-dev', files: [{ content, contentType: 'image/png' }] })
    await me.make({ kind: 'video', files: [png] })
    await remove((await me.make({ files: [png] })).id)
    const base = '/api/image-generation'
    const filter = { status: 'completed' }
    const asked = { filter, expected_total: 3, action: 'download' }
    const answer = await me.request('POST', `${base}/selection`, asked)
    const { download, next } = (await answer.json()) as {
      download: { files: number; downloadUrl: string }
      next: number | null
    }
    expect([download.files, next]).toEqual([3, null])
    const files = await unzip(await (await me.request('GET', download.downloadUrl)).bytes())
    const contents = files.map(({ content }) => Buffer.from(content).toString())
    expect(contents.toSorted()).toEqual(foxes.map(String))
  })

  it('of a selection without any file answers that there is nothing to download', async () => {
    const me = await downloader(context, url)
    for (const _ of [1, 2, 3]) await me.make({ files: [] })
    const asked = { filter: {}, expected_total: 3, action: 'download' }
    const answer = await me.request('POST', '/api/image-generation/selection', asked)
    const { download, next } = (await answer.json()) as { download: null; next: null }
    expect([answer.status, download, next]).toEqual([200, null, null])
  })

  it('of records of any kind is downloaded as one zip in its order', async () => {
    const me = await downloader(context, url)
    const [audio, image] = [
      await me.make({ kind: 'audio', files: [{ ...png, contentType: 'audio/wav' }] }),
      await me.make({ files: [png] }),
    ]
    lists.set('full', [audio.id, image.id])
    const { status, body } = await me.prepare({}, '/api/test-lists/full')
    expect([status, body.files]).toEqual([200, 2])
    const files = await unzip(await (await me.request('GET', body.downloadUrl)).bytes())
    expect(files.map(({ name }) => path.extname(name))).toEqual(['.wav', '.png'])
    expect((await me.prepare({}, '/api/test-lists/none')).status).toBe(404)
  })

  it('requires a session or key, and no foreign origin', async () => {
    const me = await downloader(context, url)
    const path = '/api/image-generation/download'
    expect((await fetch(url + path, { method: 'POST' })).status).toBe(401)
    const foreign = await me.request(
      'POST',
      path,
      { imageIds: ['x'] },
      { origin: 'https://elsewhere.example' },
    )
    expect(foreign.status).toBe(403)
  })
})

describe('a prepared download', () => {
  let me: Awaited<ReturnType<typeof downloader>>
  let prepared: Awaited<ReturnType<typeof me.prepare>>['body']
  let generations: { id: string }[]
  beforeAll(async () => {
    me = await downloader(context, url)
    generations = [await me.make({ files: [png] }), await me.make({ files: [png] })]
    prepared = (await me.prepare({ imageIds: generations.map(({ id }) => id) })).body
  })

  it('exists for its account alone, with a key or a session', async () => {
    const other = await downloader(context, url)
    const statuses = [
      (await me.request('GET', prepared.downloadUrl)).status,
      (await fetch(url + prepared.downloadUrl, { headers: await session(me.account.id) })).status,
      (await other.request('GET', prepared.downloadUrl)).status,
      (await other.request('HEAD', prepared.downloadUrl)).status,
      (await fetch(url + prepared.downloadUrl, { headers: await session(other.account.id) }))
        .status,
      (await fetch(url + prepared.downloadUrl)).status,
      (await me.request('GET', `/api/downloads/${uuid()}`)).status,
      (await me.request('GET', '/api/downloads/x')).status,
    ]
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404, 404, 404])
  })

  it('leaves out files deleted since, with the right length; without files it is not found', async () => {
    const [first, second] = generations
    await remove(first?.id ?? '')
    const answer = await me.request('GET', prepared.downloadUrl)
    const zip = await answer.bytes()
    expect([String(zip.length), (await unzip(zip)).length]).toEqual([
      answer.headers.get('content-length'),
      1,
    ])
    expect(zip.length).toBeLessThan(prepared.bytes ?? 0)
    await remove(second?.id ?? '')
    expect((await me.request('GET', prepared.downloadUrl)).status).toBe(404)
  })

  it('expires, and is then deleted', async () => {
    const { id } = await me.make({ files: [png] })
    const [old, young] = [
      await me.prepare({ imageIds: [id] }),
      await me.prepare({ imageIds: [id] }),
    ]
    await sql`update download set expires_at = now() where id = ${idOf(old.body)}`.execute(database)
    expect((await me.request('GET', old.body.downloadUrl)).status).toBe(404)
    expect((await me.request('GET', young.body.downloadUrl)).status).toBe(200)
    await deleteOldDownloads(context)
    const kept = await database
      .selectFrom('download')
      .select('id')
      .where('account_id', '=', me.account.id)
      .execute()
    expect(kept.map((row) => row.id)).not.toContain(idOf(old.body))
    expect(kept.map((row) => row.id)).toContain(idOf(young.body))
  })
})

it('is deleted with its account', async () => {
  const me = await downloader(context, url)
  const { id } = await me.make({ files: [png] })
  await me.prepare({ imageIds: [id] })
  const left = () =>
    database.selectFrom('download').select('id').where('account_id', '=', me.account.id).execute()
  expect(await left()).toHaveLength(1)
  await deleteAccount(context, me.account, me.account.email)
  await expect.poll(left).toEqual([])
})

it('is limited to a hundred per account', async () => {
  const [me, other] = [await downloader(context, url), await downloader(context, url)]
  const { id } = await me.make({ files: [png] })
  await sql`
    insert into download (id, account_id, generation_ids, expires_at)
    select gen_random_uuid(), ${me.account.id}, array[${id}]::uuid[], now() + n * interval '1 minute'
    from generate_series(0, ${maxLiveDownloads} - 1) as n`.execute(database)
  expect((await me.prepare({ imageIds: [id] })).status).toBe(200)
  const full = await me.request('POST', '/api/image-generation/download', { imageIds: [id] })
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await full.json()).toMatchObject({ code: 'too_many_downloads', max: maxLiveDownloads })
  const theirs = await other.make({ files: [png] })
  expect((await other.prepare({ imageIds: [theirs.id] })).status).toBe(200)
})

const idOf = ({ downloadUrl }: { downloadUrl: string }) => downloadUrl.split('/').at(-1) ?? ''

/** Returns the headers of a browser of this account. */
async function session(accountId: string): Promise<{ cookie: string }> {
  const token = newToken(accountId)
  await sql`
    insert into session (id, account_id, token_hash, expires_at)
    values (${uuid()}, ${accountId}, ${hashToken(token)}, now() + interval '1 hour')`.execute(
    database,
  )
  return { cookie: `atelier_session=${token}` }
}
