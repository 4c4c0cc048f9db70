import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { listModels } from '#catalogue/catalogue.ts'
import { kindFacts } from '#catalogue/kinds.ts'
import type { GenerationView } from '#contract/generation.ts'
import { onlineMigrations } from '#database/online-migrations.ts'
import { createKey } from '#services/accounts/api-keys.ts'
import { recordSample } from '#services/generations/record-sample.ts'
import { runOnlineMigrations } from '#services/online-migrations.ts'
import { markStored } from '#services/provenance/mark-stored.ts'
import { fileDirectory } from '#testing/after-file.ts'
import { unzip } from '#testing/api/collector.ts'
import { testDatabase } from '#testing/database/database.ts'
import { sampleFile } from '#testing/files.ts'
import { moondream3 } from '#testing/models.ts'
import { testPerson } from '#testing/person.ts'
import { hasProgram } from '#testing/programs.ts'
import { manifestOf, markingStudio } from '#testing/provenance.ts'
import { testServer } from '#testing/server.ts'

const marking = markingStudio({ database: await testDatabase() })
const server = await testServer({ delayMs: 50 }, marking)
const { app, context } = server
await runOnlineMigrations(context, onlineMigrations)
const origin = 'http://localhost:3000'
const owner = await testPerson(server)
const { key } = await createKey(context, {
  accountId: owner.account.id,
  name: 'mcp',
  scopes: ['read'],
})
const directory = await fileDirectory('roads')
const hasExiftool = hasProgram('exiftool', '-ver')

/** The formats in which exiftool reads manifests. */
const readsManifests = new Set(['image/png', 'image/jpeg'])

/** Another program, where it is there, and the studio’s own reader find the mark of a file. */
async function expectMarked(file: Buffer, contentType: string, isSigned: boolean): Promise<void> {
  if (hasExiftool) {
    const place = path.join(directory, randomUUID())
    await writeFile(place, file)
    const found = execFileSync('exiftool', ['-j', '-a', place], { encoding: 'utf8' })
    expect(found).toContain('trainedAlgorithmicMedia')
    if (readsManifests.has(contentType)) expect(found).toMatch(/c2pa\.(created|opened)/)
  }
  expect(file.includes('trainedAlgorithmicMedia')).toBe(true)
  const manifest = await manifestOf(context, file, contentType)
  expect(manifest?.state ?? null).toBe(isSigned ? 'trusted' : null)
}

const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await app.request(new URL(address, origin).href, { headers })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const webp = async () =>
  sharp(await sampleFile('photo.jpg'))
    .webp()
    .toBuffer()

const formats = [
  ['image', 'image/png', () => sampleFile('photo.png'), true],
  ['image', 'image/jpeg', () => sampleFile('photo.jpg'), true],
  ['image', 'image/webp', webp, true],
  ['video', 'video/mp4', () => sampleFile('video.mp4'), true],
  ['video', 'video/quicktime', () => sampleFile('video.mov'), true],
  ['video', 'video/webm', () => sampleFile('video.webm'), false],
  ['speech', 'audio/mp4', () => sampleFile('sound.m4a'), true],
  ['speech', 'audio/mpeg', () => sampleFile('sound.mp3'), true],
  ['speech', 'audio/wav', () => sampleFile('sound.wav'), true],
  ['speech', 'audio/flac', () => sampleFile('sound.flac'), false],
  ['speech', 'audio/ogg', () => sampleFile('sound.ogg'), false],
] as const

describe.each(formats)(
  'a result of kind %s in the format %s is marked',
  (kind, contentType, file, isSigned) => {
    let made: GenerationView
    let url = ''
    const download = async (body: object) => {
      const path = `${kindFacts[kind].historyPath}/download`
      const prepared = await owner.request('POST', path, { imageIds: [made.id], ...body })
      const zip = await read(prepared.body.downloadUrl, owner.headers)
      const [entry] = await unzip(zip)
      return entry?.content ?? Buffer.alloc(0)
    }
    beforeAll(async () => {
      const model = listModels().find((each) => each.kind === kind && !needsFiles(each))
      if (!model) throw new Error('No model')
      const text = model.promptField ?? 'prompt'
      const id = await recordSample(context, {
        ...{ accountId: owner.account.id, model, input: { [text]: 'a fox' }, files: {} },
        ...{ daysAgo: 0, results: [await file()], answer: null },
      })
      await markStored(context)
      made = (await owner.request('GET', `/api/generations/${id}`)).body as GenerationView
      url = made.images[0]?.url ?? ''
      expect(made.digital_source_type).toBe('trainedAlgorithmicMedia')
    })
    const marked = (content: Buffer, type: string = contentType, signed: boolean = isSigned) =>
      expectMarked(content, type, signed)

    it('at its address, which the API and MCP name', async () => {
      await marked(await read(url, owner.headers))
      const params = { name: 'get_generation', arguments: { id: made.id } }
      const answer = await app.request(`${origin}/mcp`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      })
      expect(await answer.text()).toContain(url)
    })

    it('in a download with settings, and in one without', async () => {
      await marked(await read(`${url}?download`, owner.headers))
      await marked(await read(`${url}?download&settings=false`, owner.headers))
    })

    it('in a zip, with settings and without', async () => {
      await marked(await download({}))
      await marked(await download({ settings: false }))
    })

    if (kind === 'image')
      it('in a zip of PNG', async () => {
        await marked(await download({ format: 'png' }), 'image/png', true)
      })

    it('on its share page and in Explore', async () => {
      const asked = { is_listed: true, shows_settings: false }
      const { body } = await owner.request('PUT', `/api/generations/${made.id}/share`, asked)
      const shared = JSON.parse(String(await read(`/api/shares/${body.token}`)))
      await marked(await read(shared.files[0].url))
      const explored = JSON.parse(String(await read(`/api/explore?kind=${kind}`)))
      expect(JSON.stringify(explored)).toContain(body.token)
    })
  },
)

function needsFiles({
  fields,
}: {
  fields: Record<string, { required?: boolean; control: { kind: string } }>
}) {
  return Object.values(fields).some(({ control }) => control.kind.startsWith('file'))
}

it('an answer, which is no file, is marked in its record', async () => {
  const id = await recordSample(context, {
    ...{ accountId: owner.account.id, model: moondream3, input: { question: 'What is it?' } },
    ...{ files: { image: await sampleFile('photo.jpg') }, daysAgo: 0, results: [] },
    answer: 'A fox.',
  })
  const { body } = await owner.request('GET', `/api/generations/${id}`)
  expect(body).toMatchObject({
    answer: 'A fox.',
    digital_source_type: 'trainedAlgorithmicMedia',
  })
})
