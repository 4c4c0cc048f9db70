import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteGenerations, restoreGenerations } from '#core/history/delete-generations.ts'
import { purgeDeleted } from '#core/history/retention.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { findInputs } from '#core/media/queries/media.ts'
import { readStoredBytes } from '#core/media/queries/stored-bytes.ts'
import { insertCopy } from '#core/media/queries/uploads.ts'
import { deleteOldUploads } from '#core/media/uploads/delete-old-uploads.ts'
import fluxProV1Fill from '#core/models/ready/flux-pro-v1-fill.json' with { type: 'json' }
import { buildModel } from '#core/models/rules/build-model.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'
import { readDefinition } from '#core/models/rules/read-definition.ts'
import type { Refused } from '#core/refused.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { testDatabase } from '#testing/database/database.ts'
import { someLockWait } from '#testing/database/sessions.ts'
import { testFileHost, testUpload } from '#testing/files.ts'
import { resolveInputFiles } from './prepare-input.ts'
import { chargeAndInsert } from './queries/start-generation.ts'
import { startGeneration } from './start-generation.ts'

const context = await testContext({ foreignFiles: { allowPrivateAddresses: true } })
const host = await testFileHost()
const adjacent = { ...context, database: await testDatabase() }
const account = await testAccount(context, { credits: 1_000_000 })

function modelOf(generationType: string): Model {
  const model = builtInModels.find((candidate) => candidate.generationType === generationType)
  if (!model) throw new Error(`nothing makes ${generationType}`)
  return model
}

const audioOf = (video_url: string, accountId = account.id, requestId?: string) =>
  startGeneration(context, {
    accountId,
    model: modelOf('video-to-audio'),
    input: { video_url },
    requestId,
    isPublic: false,
  })

const video = (accountId = account.id) => testUpload(context, accountId, 'video.mp4', 'video/mp4')

async function end(id: string) {
  await sql`
    with ended as (delete from job where generation_id = ${id})
    update generation set status = 'completed' where id = ${id}`.execute(context.database)
}

/** Deletes uploads unused for a day and files without a record. */
async function cleanUp(parts = context) {
  await sql`update media set created_at = now() - interval '2 days' where generation_id is null`.execute(
    context.database,
  )
  await deleteOldUploads(parts)
  await purgeDeleted(parts)
  await sql`update storage_garbage set not_before = now()`.execute(context.database)
  await deleteOrphanedFiles(parts)
}

describe('the input files of a generation', () => {
  it('must be as large as the image that they are a mask of', async () => {
    const read = readDefinition(fluxProV1Fill)
    if (!read.ok) throw new Error('The definition is invalid')
    const model = buildModel(read.definition)
    const image = await testUpload(context, account.id, 'photo.png', 'image/png')
    const other = await testUpload(context, account.id, 'photo.jpg', 'image/jpeg')
    for (const [width, { address }] of [[300, image] as const, [1200, other] as const])
      await context.database
        .updateTable('media')
        .set({ width, height: 200 })
        .where('id', '=', address.split('/')[3] ?? '')
        .execute()
    const resolve = (mask_image_url: string) =>
      resolveInputFiles(context, {
        ...{ accountId: account.id, origins: [], model },
        input: { image_url: image.address, mask_image_url },
      })
    await expect(resolve(other.address)).rejects.toMatchObject({
      refusal: {
        reason: 'invalid_input',
        problems: [
          {
            field: 'mask_image_url',
            problem: 'other_size',
            options: ['300x200'],
          },
        ],
      },
    })
    expect((await resolve(image.address)).inputs).toHaveLength(2)
  })

  it('count for the storage quota in each that keeps them, and once as the upload', async () => {
    const { id } = await testAccount(context, { credits: 1000 })
    const upload = await video(id)
    const bytes = await readStoredBytes(context.database, id)
    expect(bytes).toBeGreaterThan(0)
    for (const kept of [1, 2]) {
      await audioOf(upload.address, id)
      expect(await readStoredBytes(context.database, id)).toBe(bytes * (1 + kept))
    }
  })

  it('belong to it once it is charged: the upload may be deleted, the file stays as long as the generation', async () => {
    const upload = await video()
    const row = await audioOf(upload.address)
    const [input] = await findInputs(context.database, [row])
    expect(input).toMatchObject({
      role: 'input',
      position: 0,
      storage_key: upload.key,
      content_type: 'video/mp4',
    })
    expect(row.input.video_url).toBe(`/media/${account.id}/${input?.id}/1`)

    await cleanUp()
    expect(await buffer(await context.storage.read(upload.key))).toEqual(upload.bytes)
    await end(row.id)
    await deleteGenerations(
      { ...context, undoTime: 0 },
      { accountId: account.id, kind: 'audio', ids: [row.id] },
    )
    await cleanUp()
    expect(await context.storage.size(upload.key)).toBeNull()
  })

  it('cannot be those of a deleted generation, even if deleted during the charge, until it is restored', async () => {
    const row = await audioOf((await video()).address)
    const address = String(row.input.video_url)
    await end(row.id)
    await deleteGenerations(context, { accountId: account.id, kind: 'audio', ids: [row.id] })
    await expect(audioOf(address)).rejects.toMatchObject({
      refusal: { problems: [{ problem: 'not_reachable' }] },
    })

    // It still existed when the address was read.
    const [source] = await findInputs(context.database, [row])
    const inputs = [{ id: randomUUID(), source: source?.id ?? '' }]
    const late = {
      ...row,
      id: randomUUID(),
      request_id: randomUUID(),
      providers: ['fal'],
      deadline: 60_000,
      inputs,
    }
    expect(await chargeAndInsert(context.database, late)).toEqual({
      charged: false,
      reason: 'refused',
    })

    await restoreGenerations(context, { accountId: account.id, ids: [row.id] })
    expect(await chargeAndInsert(context.database, late)).toMatchObject({ charged: true })
    expect(await audioOf(address)).toMatchObject({ status: 'pending' })
  })

  it('keep their order, in lists and single fields, and may repeat a file', async () => {
    const [one, two] = [await video(), await video()]
    await sql`update media set content_type = 'image/png' where id in (${one.id}, ${two.id})`.execute(
      context.database,
    )
    const source = await video()
    const row = await startGeneration(context, {
      accountId: account.id,
      model: modelOf('vace'),
      input: {
        prompt: 'a',
        video_url: source.address,
        ref_image_urls: [two.address, one.address, two.address],
      },
      requestId: undefined,
      isPublic: true,
    })
    const inputs = await findInputs(context.database, [row])
    expect(inputs.map(({ storage_key }) => storage_key)).toEqual([
      source.key,
      two.key,
      one.key,
      two.key,
    ])
    expect(row.input).toMatchObject({
      video_url: `/media/${account.id}/${inputs[0]?.id}/1`,
      ref_image_urls: inputs
        .slice(1)
        .map(({ id }, index) => `/media/${account.id}/${id}/${index + 2}`),
    })
  })

  it('can be another account’s only while their generation is public', async () => {
    const other = await testAccount(context)
    const row = await audioOf((await video(other.id)).address, other.id)
    const address = String(row.input.video_url)

    await expect(audioOf(address)).rejects.toMatchObject({ refusal: { reason: 'invalid_input' } })
    await sql`update generation set is_public = true where id = ${row.id}`.execute(context.database)
    const mine = await audioOf(address)
    expect(mine).toMatchObject({ status: 'pending' })

    // It was still public when the address was read.
    await sql`update generation set is_public = false where id = ${row.id}`.execute(
      context.database,
    )
    const [source] = await findInputs(context.database, [row])
    const inputs = [{ id: randomUUID(), source: source?.id ?? '' }]
    const late = {
      ...mine,
      id: randomUUID(),
      request_id: randomUUID(),
      providers: ['fal'],
      deadline: 60_000,
      inputs,
    }
    expect(await chargeAndInsert(context.database, late)).toEqual({
      charged: false,
      reason: 'refused',
    })
  })

  it.each([
    [
      'nobody’s',
      `/media/${account.id}/0198c0de-0000-7000-8000-000000000000/1.mp4`,
      'not_reachable',
    ],
    ['no id', '/media/..%2f..%2fetc/passwd', 'not_reachable'],
    ['no address', 'ftp://files.example/video.mp4', 'not_an_address'],
  ])(
    'are refused by name when they are %s, and nothing is charged',
    async (_case, address, problem) => {
      const poor = await testAccount(context, { credits: 50 })
      await expect(audioOf(address, poor.id)).rejects.toMatchObject({
        refusal: { reason: 'invalid_input', problems: [{ field: 'video_url', problem }] },
      })
      expect(await readMoney(context, poor.id)).toMatchObject({
        balance: 50,
        entries: [{ reason: 'grant' }],
      })
    },
  )

  it('are refused as another kind of file', async () => {
    const upload = await testUpload(context, account.id, 'sound.mp3', 'audio/mpeg')
    await expect(audioOf(upload.address)).rejects.toMatchObject({
      refusal: { problems: [{ field: 'video_url', problem: 'wrong_file' }] },
    })
  })
})

describe('foreign addresses', () => {
  let fetched = 0
  const address = host.serve('video.mp4', (_request, response) => {
    fetched++
    response.writeHead(404).end()
  })

  it('are not fetched without enough credits, nor again for a repeated request', async () => {
    const poor = await testAccount(context, { credits: 49 })
    await expect(audioOf(address, poor.id)).rejects.toMatchObject({
      refusal: { reason: 'insufficient_credits' },
    })
    const never = await testAccount(context, { credits: 50, paid: false })
    await expect(audioOf(address, never.id)).rejects.toMatchObject({
      refusal: { reason: 'never_paid' },
    })
    const upload = (await video()).address
    const first = await audioOf(upload, account.id, 'once')
    expect((await audioOf(upload, account.id, 'once')).id).toBe(first.id)
    const other = { refusal: { reason: 'request_id_reused' } }
    await expect(audioOf(address, account.id, 'once')).rejects.toMatchObject(other)
    expect(fetched).toBe(0)

    await expect(audioOf(address)).rejects.toMatchObject({
      refusal: { problems: [{ field: 'video_url', problem: 'not_reachable' }] },
    })
    expect(fetched).toBe(1)
  })
})

it('refuses an upload that is being deleted, and charges nothing', async () => {
  const upload = await video()
  const { balance } = await readMoney(context, account.id)
  const asked = await adjacent.database.transaction().execute(async (forgetting) => {
    await forgetting.deleteFrom('media').where('id', '=', upload.id).execute()
    const started = audioOf(upload.address).then(
      () => 'started',
      (error: Refused) => error.refusal.reason,
    )
    await Promise.race([started, someLockWait(adjacent.database)])
    return { started }
  })
  expect(await asked.started).toBe('unavailable')
  expect((await readMoney(context, account.id)).balance).toBe(balance)
})

it('copies no file of another account that is being deleted, and remembers which one a copy is of', async () => {
  const [other, { id }] = [await testAccount(context), await video()]
  const find = () =>
    context.database.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const source = await find()
  const { generation_id, role, position, thumbnail_key, ...facts } = source
  const copy = () =>
    insertCopy(context.database, { ...facts, id: randomUUID(), account_id: other.id }, source)
  const first = await copy()
  expect(first).toMatchObject({ account_id: other.id, received_sha256: source.sha256 })

  const asked = await adjacent.database.transaction().execute(async (forgetting) => {
    await forgetting.deleteFrom('media').where('id', '=', id).execute()
    const late = copy()
    await Promise.race([late, someLockWait(adjacent.database)])
    return { late }
  })
  expect(await asked.late).toBeUndefined()
})

it('a concurrent cleanup deletes the upload or keeps it, but never a file that was paid for', async () => {
  for (let round = 0; round < 25; round++) {
    const upload = await video()
    const [started] = await Promise.allSettled([audioOf(upload.address), cleanUp(adjacent)])
    const isThere = (await context.storage.size(upload.key)) !== null
    if (started.status === 'fulfilled') expect(isThere).toBe(true)
    else expect(started.reason).toMatchObject({ refusal: {} })
  }
})
