import { X509Certificate } from 'node:crypto'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import { onlineMigrations } from '#core/schema/online-migrations.ts'
import { runOnlineMigrations } from '#core/worker/online-migrations.ts'
import { testDatabase } from '#testing/database/database.ts'
import { sampleFile } from '#testing/files.ts'
import { fluxDev } from '#testing/models.ts'
import { testPerson } from '#testing/person.ts'
import { markingStudio } from '#testing/provenance.ts'
import { testServer } from '#testing/server.ts'
import type { ProvenanceView } from './contract.ts'
import { markStored } from './mark-stored.ts'

const marking = markingStudio({ database: await testDatabase() })
const server = await testServer({}, marking, { checks: 10 })
const { app, context } = server
await runOnlineMigrations(context, onlineMigrations)
const origin = 'http://localhost:3000'

type Person = Awaited<ReturnType<typeof testPerson>>
const owner = await testPerson(server)
const stranger = await testPerson(server)

/** A finished and marked image of the owner, as it is served, and as it came. */
async function makeImage({ isPublic, shade }: { isPublic: boolean; shade: number }) {
  const background = { r: shade, g: 80, b: 160 }
  const received = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()
  await recordSample(context, {
    ...{ accountId: owner.account.id, model: fluxDev, input: { prompt: 'a secret' }, files: {} },
    ...{ daysAgo: 0, results: [received], answer: null },
  })
  await markStored(context)
  const { body } = await owner.request('GET', '/api/image-generation/history')
  const { id, images } = body.data[0].generation as GenerationView
  if (!isPublic)
    await owner.request('POST', `/api/generations/${id}/visibility`, { is_public: false })
  const answer = await app.request(new URL(images[0]?.url ?? '', origin).href, {
    headers: owner.headers,
  })
  return { id, received, file: Buffer.from(await answer.arrayBuffer()) }
}

async function ask(content: Uint8Array, who?: Person, address = '') {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(content)]), 'file')
  const headers = { ...who?.headers, origin, ...(address && { 'x-forwarded-for': address }) }
  return app.request(`${origin}/api/provenance`, { method: 'POST', headers, body: form })
}

const check = async (content: Uint8Array, who?: Person) =>
  (await (await ask(content, who)).json()) as ProvenanceView

const open = await makeImage({ isPublic: true, shade: 10 })
const secret = await makeImage({ isPublic: false, shade: 20 })

it('a public result is recognised by everyone, with its model and its time', async () => {
  expect(await check(open.file)).toMatchObject({
    ...{ finding: 'made_here', is_unchanged: true, digital_source: 'trainedAlgorithmicMedia' },
    generation: { id: null, kind: 'image', model: 'flux-dev', made_at: expect.any(String) },
    manifest: { state: 'trusted', signer: 'Studio & Co', problems: [] },
  })
  expect(await check(open.file, owner)).toMatchObject({ generation: { id: open.id } })
  expect(await check(open.received, stranger)).toMatchObject({
    ...{ finding: 'made_here', is_unchanged: true, manifest: null },
  })
})

it('a private result is found for its owner alone; others learn what the file says', async () => {
  expect(await check(secret.file, owner)).toMatchObject({
    ...{ finding: 'made_here', generation: { id: secret.id } },
  })
  for (const who of [undefined, stranger]) {
    const found = await check(secret.file, who)
    expect(found).toMatchObject({ finding: 'signed', generation: null })
    expect(found.manifest).toMatchObject({ state: 'trusted', signer: 'Studio & Co' })
    expect(JSON.stringify(found)).not.toContain(secret.id)
    expect(await check(secret.received, who)).toMatchObject({ finding: 'unknown', manifest: null })
  }
})

it('a changed file is recognised by its manifest, and as changed', async () => {
  const changed = Buffer.from(open.file)
  const at = changed.lastIndexOf('IDAT') + 12
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  expect(await check(changed)).toMatchObject({
    ...{ finding: 'signed', is_unchanged: false, generation: null },
    manifest: { state: 'invalid', problems: ['assertion.dataHash.mismatch'] },
  })
})

it('a file without a manifest is known by its metadata, and one without either is unknown', async () => {
  const xmp = String((await sharp(open.file).metadata()).xmp)
  const stripped = await sharp(open.file).jpeg().withXmp(xmp).toBuffer()
  expect(await check(stripped)).toMatchObject({
    ...{ finding: 'marked', is_unchanged: null, digital_source: 'trainedAlgorithmicMedia' },
    manifest: null,
  })
  for (const content of [await sampleFile('photo.jpg'), Buffer.from('no file of any kind')])
    expect(await check(content, stranger)).toMatchObject({
      ...{ finding: 'unknown', is_unchanged: null, generation: null, digital_source: null },
    })
})

it('damaged files are answered and end nothing', async () => {
  const broken = [
    open.file.subarray(0, open.file.length - 200),
    Buffer.concat([open.file.subarray(0, 400), open.file.subarray(600)]),
  ]
  for (const content of broken) {
    const answer = await ask(content, owner)
    expect(answer.status).toBe(200)
    expect(await answer.json()).not.toMatchObject({ manifest: { state: 'trusted' } })
  }
})

it('refuses what is no file, and more than ten checks in a minute', async () => {
  const asked = await testPerson(server)
  expect(await (await ask(Buffer.alloc(0), asked)).json()).toMatchObject({ code: 'empty_file' })
  const headers = { ...asked.headers, origin, 'content-type': 'application/json' }
  const json = await app.request(`${origin}/api/provenance`, {
    ...{ method: 'POST', headers, body: '{}' },
  })
  expect(await json.json()).toMatchObject({ code: 'multipart_expected' })
  const statuses = []
  for (let count = 0; count < 9; count++)
    statuses.push((await ask(Buffer.from('text'), asked)).status)
  expect(statuses).toEqual([...Array(8).fill(200), 429])
})

it('names the certificate that signs, for everyone', async () => {
  const answer = await app.request(`${origin}/.well-known/provenance.json`)
  const body = (await answer.json()) as { certificates: string }
  expect(body).toMatchObject({
    ...{ subject: 'CN=Studio & Co, O=Studio & Co', is_on_trust_list: false },
    fingerprint_sha256: expect.stringMatching(/^[\da-f]{64}$/),
  })
  expect(new X509Certificate(body.certificates).ca).toBe(true)
  expect(body.certificates).not.toContain('PRIVATE')
})
