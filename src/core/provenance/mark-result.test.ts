import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openMedia } from '#core/downloads/open-media.ts'
import { readSettingsPacket } from '#core/media/file-settings-contract.ts'
import { oneChunk, storeFile } from '#core/media/stored-files.ts'
import type { AllParts } from '#core/parts.ts'
import { sampleFile } from '#testing/files.ts'
import { manifestOf, markingStudio } from '#testing/provenance.ts'
import { collectWorld, mediaOf, sha256 } from '#testing/services/collect-world.ts'

const { base, directory, host, png, world } = await collectWorld()
const marking = markingStudio(base)

const stored = (key: string) => readFile(path.join(directory, key))
const photo = await sampleFile('photo.jpg')

async function makeImage(file: Buffer, name: string, overrides: Parameters<typeof world>[0] = {}) {
  const made = await world({ ...marking, ...overrides })
  const id = await made.start('image', { images: [{ url: host.serve(name, file) }] })
  await made.context.database
    .updateTable('generation')
    .set({
      model: 'flux-dev',
      generation_type: 'text-to-image',
      input: JSON.stringify({ prompt: 'a fox' }),
    })
    .where('id', '=', id)
    .execute()
  const row = await made.end(id)
  const [media] = await mediaOf(made.context, id)
  if (!media) throw new Error(`No file: ${row.error_code}`)
  return { ...made, id, row, media, file: await stored(media.storage_key) }
}

it('a result is stored with its mark, before it can be seen', async () => {
  const { context, row, media, file, money } = await makeImage(png, 'marked.png')
  expect(media).toMatchObject({
    ...{ mark: 'signed', digital_source: 'trainedAlgorithmicMedia' },
    ...{ sha256: sha256(file), bytes: file.length, width: 900, height: 300 },
  })
  expect(media.thumbnail_key).not.toBeNull()
  expect(await manifestOf(context, file, 'image/png')).toMatchObject({
    state: 'trusted',
    generation: { generation: row.id, studio: 'Studio & Co', model: 'flux-dev', provider: 'fal' },
  })
  expect(await money()).toMatchObject({ balance: 470, sum: 470 })
})

it('a download with settings is signed again and names what it is made from', async () => {
  const { context, account, id, media } = await makeImage(photo, 'download.jpg')
  const accountId = account.id
  const asked = { accountId, id: media.id, readerId: accountId, thumbnail: false }
  const opened = await openMedia(context, { ...asked, withSettings: true })
  const file = await buffer(await opened.open())
  expect(file.length).toBe(await opened.bytes())
  const { xmp } = await sharp(file).metadata()
  expect(String(xmp)).toContain('digitalsourcetype/trainedAlgorithmicMedia')
  expect(readSettingsPacket(String(xmp)) !== null).toBe(true)
  expect(await manifestOf(context, file, 'image/jpeg')).toMatchObject({
    state: 'trusted',
    actions: [{ action: 'c2pa.opened' }, { action: 'c2pa.edited.metadata' }],
    generation: { generation: id },
    ingredients: [{ relationship: 'parentOf', hasManifest: true, generator: 'Atelier 1.2.3' }],
  })
})

it('a reader that continues a download gets the rest of the same copy', async () => {
  const { context, account, media } = await makeImage(photo, 'continued.jpg')
  const asked = { accountId: account.id, id: media.id, readerId: account.id, thumbnail: false }
  const first = await openMedia(context, { ...asked, withSettings: true })
  const whole = await buffer(await first.open())
  const second = await openMedia(context, { ...asked, withSettings: true })
  expect(second.tag).toBe(first.tag)
  const rest = await buffer(await second.open({ start: 1_000, end: whole.length - 1 }))
  expect(rest.equals(whole.subarray(1_000))).toBe(true)
})

it('a file that a feature refuses is recognised by what the provider sends', async () => {
  const file = await sharp(photo).rotate(180).jpeg().toBuffer()
  const { context, media } = await makeImage(file, 'refused-once.jpg')
  expect(media.received_sha256).toBe(sha256(file))
  const refuse = async (_: unknown, hashes: readonly string[]) =>
    new Set(hashes.filter((hash) => hash === sha256(file)))
  const contributions = { ...base.contributions, refusedHashes: [refuse] }
  const { start, end } = await world({ ...marking, contributions })
  const id = await start('image', { images: [{ url: host.serve('refused-twice.jpg', file) }] })
  expect(await end(id)).toMatchObject({ status: 'failed', error_code: 'content_policy' })
  expect(await mediaOf(context, id)).toEqual([])
})

it('a studio that marks nothing stores what came', async () => {
  const { media, file } = await makeImage(png, 'unmarked.png', { settings: base.settings })
  expect(media).toMatchObject({ mark: null, digital_source: null })
  expect(file.equals(png)).toBe(true)
})

const gone = () => Promise.reject(new Error('The signing service is away'))

it.each<[string, AllParts['signing']]>([
  ['before it is asked', { ...marking.signing, current: gone }],
  [
    'while it signs',
    {
      ...marking.signing,
      current: async () => ({ ...(await marking.signing.current()), signClaim: gone }),
    },
  ],
])(
  'where the signer is away %s, a result is kept as it came, and paid once',
  async (when, signing) => {
    const errors: object[] = []
    const { media, file, row, money } = await makeImage(
      png,
      `away-${when}.png`.replaceAll(' ', '-'),
      {
        signing,
        log: { ...base.log, error: (fields) => void errors.push(fields) },
      },
    )
    expect(row.status).toBe('completed')
    expect(media).toMatchObject({ mark: 'failed', digital_source: 'trainedAlgorithmicMedia' })
    expect(media.thumbnail_key).not.toBeNull()
    expect(file.equals(png)).toBe(true)
    expect(errors).toMatchObject([{ generation: row.id, err: { message: /is away/ } }])
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  },
)

it('what a provider signed stays valid in the manifest of the studio', async () => {
  const provider = await makeImage(photo, 'provider.jpg', markingStudio(base, 'Provider'))
  const { context, file } = await makeImage(provider.file, 'signed.jpg')
  expect(await manifestOf(context, file, 'image/jpeg')).toMatchObject({
    state: 'trusted',
    actions: [{ action: 'c2pa.opened' }, { action: 'c2pa.edited', agent: expect.any(String) }],
    ingredients: [{ relationship: 'parentOf', hasManifest: true }],
  })
})

/** An image that was made from this stored file, the input of its generation. */
async function makeEdit(
  input: { storage_key: string; content_type: string; bytes: number },
  name: string,
) {
  const { context, account, start, end } = await world(marking)
  const id = await start('image', { images: [{ url: host.serve(name, png) }] })
  await context.database
    .insertInto('media')
    .values({
      ...{
        id: randomUUID(),
        generation_id: id,
        role: 'input',
        position: 0,
        sha256: 'of the input',
      },
      ...{ ...input, thumbnail_key: null, width: null, height: null },
      account_id: account.id,
    })
    .execute()
  await end(id)
  const media = (await mediaOf(context, id)).find(({ role }) => role === 'output')
  if (!media) throw new Error('No file')
  const manifest = await manifestOf(context, await stored(media.storage_key), 'image/png')
  return { media, manifest }
}

it('an edit of an upload is a composite, and names only the format of the upload', async () => {
  // Its manifest would name who took it.
  const taken = await makeImage(photo, 'taken.jpg', markingStudio(base, 'A photographer'))
  const key = `uploads/${randomUUID()}-a-secret-name.jpg`
  const type = { maxBytes: 1e6, contentType: 'image/jpeg' }
  const { bytes } = await storeFile(base, key, oneChunk(taken.file), type)
  const input = { storage_key: key, content_type: 'image/jpeg', bytes }
  const { media, manifest } = await makeEdit(input, 'edit-of-upload.png')
  expect(media.digital_source).toBe('compositeWithTrainedAlgorithmicMedia')
  expect(manifest).toMatchObject({
    state: 'trusted',
    actions: [{ action: 'c2pa.opened' }, { action: 'c2pa.edited' }],
    ingredients: [{ title: 'Upload', format: 'image/jpeg', hasManifest: false }],
  })
  const file = await stored(media.storage_key)
  for (const secret of ['a-secret-name', 'A photographer'])
    expect(file.includes(secret)).toBe(false)
})

it('an edit of a result brings the manifest of that result along', async () => {
  const { media: made } = await makeImage(photo, 'edited-result.jpg')
  const { storage_key, content_type, bytes } = made
  const { media, manifest } = await makeEdit(
    { storage_key, content_type, bytes },
    'edit-of-result.png',
  )
  expect(media.digital_source).toBe('trainedAlgorithmicMedia')
  expect(manifest).toMatchObject({
    state: 'trusted',
    actions: [{ action: 'c2pa.opened' }, { action: 'c2pa.edited' }],
    ingredients: [{ title: 'Result', relationship: 'parentOf', generator: 'Atelier 1.2.3' }],
  })
})
