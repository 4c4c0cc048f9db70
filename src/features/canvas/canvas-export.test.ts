import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { exportAccount } from '#core/account-data/export-account.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { markStored } from '#core/provenance/mark-stored.ts'
import { unzip } from '#testing/api/collector.ts'
import { sampleFile } from '#testing/files.ts'
import { fluxDev } from '#testing/models.ts'
import { manifestOf } from '#testing/provenance.ts'
import { maxExportBytes, maxSide } from './rules.ts'
import { canvasTests, documentOf, imageLayer, pngOf, type TestPerson } from './test-support.ts'

const { person, create, save, exportImage, server } = await canvasTests({ marks: true })
const { context } = server
const { database, storage } = context

/** An account whose document has a layer for each of these results. */
async function documentFrom(one: TestPerson, ids: readonly string[], more: object = {}) {
  const { id } = await create(one)
  const layers = ids.map((generation_id, n) => ({
    ...{ ...imageLayer(`l${n}`), source: { generation_id, media_position: 1 } },
    ...more,
  }))
  expect((await save(one, id, 1, { document: documentOf(layers) })).status).toBe(200)
  return id
}

/** A result of a model. */
async function resultOf({ account }: TestPerson): Promise<string> {
  const [results, input] = [[await sampleFile('photo.png')], { prompt: 'a fox' }]
  const files = { files: {}, daysAgo: 0, answer: null }
  return recordSample(context, { accountId: account.id, model: fluxDev, input, results, ...files })
}

const lineageOf = async ({ request }: TestPerson, id: string) =>
  (await request('GET', `/api/generations/${id}/lineage`)).body.links

const recordsOf = ({ account }: TestPerson) =>
  database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('model', '=', 'Canvas')
    .execute()

const fileOf = async (id: string) =>
  database
    .selectFrom('media')
    .selectAll()
    .where('generation_id', '=', id)
    .where('role', '=', 'output')
    .executeTakeFirstOrThrow()

const bytesOf = async (key: string) => buffer(await storage.read(key))

/** Listed files without a record, whenever they are to be deleted. */
async function listed(): Promise<string[]> {
  await context.background.idle()
  const rows = await database
    .selectFrom('storage_garbage')
    .select('storage_key')
    .where('storage_key', 'like', 'generations/%')
    .execute()
  return rows.map(({ storage_key }) => storage_key)
}

describe('an exported image of a document', () => {
  it('is a completed record at price 0, made from the results of its layers', async () => {
    const ada = await person()
    const results = [await resultOf(ada), await resultOf(ada)]
    const id = await documentFrom(ada, results)
    const image = await pngOf(7)
    const before = (await ada.request('GET', '/api/account')).body.credits
    const { status, body } = await exportImage(ada, id, image.bytes)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      ...{ kind: 'image', generation_type: 'canvas', model: 'Canvas', model_name: 'Canvas' },
      ...{ status: 'completed', prompt: 'Poster', number_of_images: 1, is_public: false },
      ...{ credits_charged: 0, provider: null, width: 64, height: 48, is_sample: false },
      input: { canvas_id: id, canvas_version: 2 },
      images: [{ content_type: 'image/png', thumbnail_url: expect.any(String) }],
      digital_source_type: 'compositeWithTrainedAlgorithmicMedia',
    })
    const links = await lineageOf(ada, body.id)
    expect(new Set(links)).toEqual(
      new Set(results.map((parent_id) => ({ child_id: body.id, parent_id, source: 'input' }))),
    )
    const { body: account } = await ada.request('GET', '/api/account')
    expect(account.credits).toEqual(before)
    const { body: found } = await ada.request('GET', '/api/image-generation/history?search=poster')
    expect(found.total).toBe(1)
    expect(JSON.stringify(found)).toContain(body.id)
    expect((await recordsOf(ada))[0]).toMatchObject({ number: 3, refunded: 0 })
    const entries = await database
      .selectFrom('credit_entry')
      .select('reason')
      .where('account_id', '=', ada.account.id)
      .where('generation_id', 'is not', null)
      .execute()
    expect(entries).toEqual([])
    expect((await verifyLedger(context)).faults).toEqual([])
  })

  it('says in its file that a model made a part of it, and of which results', async () => {
    const ada = await person()
    const id = await documentFrom(ada, [await resultOf(ada)])
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const sent = await sharp((await pngOf(8)).bytes)
        .toFormat(format)
        .toBuffer()
      const { body } = await exportImage(ada, id, sent)
      const media = await fileOf(body.id)
      expect(media).toMatchObject({
        ...{ content_type: `image/${format}`, mark: 'signed' },
        ...{ digital_source: 'compositeWithTrainedAlgorithmicMedia' },
        received_sha256: createHash('sha256').update(sent).digest('hex'),
      })
      const manifest = await manifestOf(
        context,
        await bytesOf(media.storage_key),
        `image/${format}`,
      )
      expect(JSON.stringify(manifest)).toContain('compositeWithTrainedAlgorithmicMedia')
      expect(manifest).toMatchObject({ state: 'trusted' })
    }
  })

  it('is a composite also where it is marked later', async () => {
    const ada = await person()
    const id = await documentFrom(ada, [await resultOf(ada)])
    const { body } = await exportImage(ada, id, (await pngOf(9)).bytes)
    await sql`update media set mark = 'failed' where generation_id = ${body.id} and role = 'output'`.execute(
      database,
    )
    await markStored(context)
    expect(await fileOf(body.id)).toMatchObject({
      mark: 'signed',
      digital_source: 'compositeWithTrainedAlgorithmicMedia',
    })
  })

  it('has no mark where no model made any of it', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const { bytes, sha256 } = await pngOf(10)
    const { body } = await exportImage(ada, id, bytes)
    expect(body.digital_source_type).toBeNull()
    const media = await fileOf(body.id)
    expect(media).toMatchObject({ sha256, mark: 'none', digital_source: null })
    await markStored(context)
    expect((await bytesOf(media.storage_key)).equals(bytes)).toBe(true)
    expect(await lineageOf(ada, body.id)).toEqual([])
  })

  it('comes from own results alone, of layers that are seen', async () => {
    const [ada, ben] = [await person(), await person()]
    const [own, others, hidden, gone] = [
      await resultOf(ada),
      await resultOf(ben),
      await resultOf(ada),
      await resultOf(ada),
    ]
    await ada.request('DELETE', '/api/image-generation/delete', { id: gone })
    const { id } = await create(ada)
    const layer = (name: string, generation_id: string, more = {}) => ({
      ...imageLayer(name),
      source: { generation_id, media_position: 1 },
      ...more,
    })
    const group = { kind: 'group', width: undefined, height: undefined, tiles: undefined }
    const layers = [
      layer('a', own),
      layer('b', others),
      layer('c', hidden, { visible: false }),
      { ...imageLayer('g'), ...group, visible: false },
      layer('d', hidden, { parent: 'g' }),
      layer('e', hidden, { kind: 'mask' }),
      layer('f', gone),
      layer('h', crypto.randomUUID()),
    ]
    expect((await save(ada, id, 1, { document: documentOf(layers) })).status).toBe(200)
    const { body } = await exportImage(ada, id, (await pngOf(11)).bytes)
    expect(
      (await lineageOf(ada, body.id)).map((link: { parent_id: string }) => link.parent_id),
    ).toEqual([own])
    expect(await lineageOf(ben, others)).toEqual([])
    const inputs = await database
      .selectFrom('media')
      .select('sha256')
      .where('generation_id', '=', body.id)
      .where('role', '=', 'input')
      .execute()
    expect(inputs).toHaveLength(1)
  })

  it('is one record for a repeated request, also for parallel ones', async () => {
    const ada = await person()
    const id = await documentFrom(ada, [await resultOf(ada)])
    const { bytes } = await pngOf(12)
    const answers = await Promise.all([1, 2, 3, 4].map(() => exportImage(ada, id, bytes, 'once')))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await exportImage(ada, id, bytes, 'once')).body.id).toBe(answers[0]?.body.id)
    expect(await recordsOf(ada)).toHaveLength(1)

    const reused = { status: 409, body: { code: 'request_id_reused' } }
    expect(await exportImage(ada, id, (await pngOf(13)).bytes, 'once')).toMatchObject(reused)
    const other = await create(ada)
    expect(await exportImage(ada, other.id, bytes, 'once')).toMatchObject(reused)
    expect((await exportImage(ada, id, bytes)).status).toBe(201)
    expect(await recordsOf(ada)).toHaveLength(2)
    await deleteOrphanedFiles(context)
    const { storage_key } = await fileOf(answers[0]?.body.id ?? '')
    expect(await storage.size(storage_key)).toBeGreaterThan(0)
  })

  it('is refused with the reason, and nothing is recorded', async () => {
    const [ada, ben] = [await person(), await person()]
    const { id } = await create(ada)
    const before = new Set(await listed())
    const image = (await pngOf(14)).bytes
    const long = (await pngOf(15, { width: maxSide + 1, height: 1 })).bytes
    const cases: [Buffer, number, object][] = [
      [Buffer.alloc(0), 400, { code: 'empty_file' }],
      [Buffer.from('<svg/>'), 415, { code: 'canvas_export_type' }],
      [await sampleFile('video.mp4'), 415, { code: 'canvas_export_type' }],
      [image.subarray(0, image.length / 2), 400, { code: 'broken_file' }],
      [long, 400, { code: 'canvas_side_too_long', max: maxSide }],
      [
        Buffer.concat([image, Buffer.alloc(maxExportBytes)]),
        413,
        { code: 'file_too_large', max: maxExportBytes },
      ],
    ]
    for (const [bytes, status, body] of cases)
      expect(await exportImage(ada, id, bytes)).toMatchObject({ status, body })
    const none = { status: 404, body: { code: 'not_found' } }
    expect(await exportImage(ben, id, image)).toMatchObject(none)
    expect(await exportImage(ada, 'x', image)).toMatchObject(none)
    expect(await exportImage(ada, id, image, '\n')).toMatchObject({ status: 400 })

    const suspend = (at: Date | null) =>
      database.updateTable('account').set({ suspended_at: at }).where('id', '=', ada.account.id)
    await suspend(new Date()).execute()
    expect(await exportImage(ada, id, image)).toMatchObject({ body: { code: 'account_suspended' } })
    await suspend(null).execute()
    expect([...(await recordsOf(ada)), ...(await recordsOf(ben))]).toEqual([])
    await deleteOrphanedFiles(context)
    expect((await listed()).filter((key) => !before.has(key))).toEqual([])
  })

  it('counts against the start rate of its account', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const image = (await pngOf(16)).bytes
    await sql`update account set starts_until = now() + interval '1 day' where id = ${ada.account.id}`.execute(
      database,
    )
    expect(await exportImage(ada, id, image)).toMatchObject({
      status: 429,
      body: { code: 'too_many_starts' },
    })
    expect(await recordsOf(ada)).toEqual([])
  })

  it('is in the export of its account, and deleted with it', async () => {
    const ada = await person()
    const id = await documentFrom(ada, [await resultOf(ada)])
    const { body } = await exportImage(ada, id, (await pngOf(17)).bytes)
    const chunks: Uint8Array[] = []
    for await (const chunk of exportAccount(context, ada.account)) chunks.push(chunk)
    const entries = await unzip(Buffer.concat(chunks))
    const { generations } = JSON.parse(entries[0]?.content.toString() ?? '')
    const record = generations.find((one: GenerationView) => one.id === body.id)
    expect(record).toMatchObject({ model: 'Canvas', made_from: [{ source: 'input' }] })
    const { storage_key: key } = await fileOf(body.id)
    const stored = await bytesOf(key)
    expect(entries.some(({ content }) => content.equals(stored))).toBe(true)

    await deleteAccount(context, ada.account, ada.account.email)
    const erased = [{ input: {}, terms: [], request_hash: null, deleted_at: expect.any(Date) }]
    await expect.poll(() => recordsOf(ada)).toMatchObject(erased)
    await expect.poll(() => storage.size(key)).toBeNull()
  })
})
