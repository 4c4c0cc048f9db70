import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readSettingsPacket } from '#core/media/file-settings-contract.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { onlineMigrations } from '#core/schema/online-migrations.ts'
import { runOnlineMigrations } from '#core/worker/online-migrations.ts'
import { unzip } from '#testing/api/collector.ts'
import { testDatabase } from '#testing/database/database.ts'
import { sampleFile } from '#testing/files.ts'
import { expectMarked, markedFormats, markedResult } from '#testing/marked-results.ts'
import { testPerson } from '#testing/person.ts'
import { manifestOf, markingStudio } from '#testing/provenance.ts'
import { testServer } from '#testing/server.ts'

const marking = markingStudio({ database: await testDatabase() })
const server = await testServer({ delayMs: 50 }, marking)
const { context } = server
await runOnlineMigrations(context, onlineMigrations)
const owner = await testPerson(server)
const { id: accountId } = owner.account

async function zipped(
  kind: (typeof markedFormats)[number][0],
  id: string,
  body: object,
): Promise<Buffer> {
  const path = `${kindFacts[kind].historyPath}/download`
  const prepared = await owner.request('POST', path, { imageIds: [id], ...body })
  const { headers } = owner
  const address = `http://localhost:3000${prepared.body.downloadUrl}`
  const answer = await server.app.request(address, { headers })
  expect(answer.status).toBe(200)
  const [entry] = await unzip(Buffer.from(await answer.arrayBuffer()))
  return entry?.content ?? Buffer.alloc(0)
}

describe.each(markedFormats)(
  'a result of kind %s in the format %s',
  (kind, contentType, file, isSigned) => {
    it('is marked in a zip, with settings, without, and as PNG', async () => {
      const id = await markedResult(context, { accountId, kind, file: await file() })
      for (const body of [{}, { settings: false }])
        await expectMarked(context, await zipped(kind, id, body), contentType, isSigned)
      if (kind !== 'image') return
      const png = await zipped(kind, id, { format: 'png' })
      await expectMarked(context, png, 'image/png', true)
    })
  },
)

it('a changed copy is signed again and names what it is made from', async () => {
  const file = await sampleFile('photo.jpg')
  const id = await markedResult(context, { accountId, kind: 'image', file })
  for (const [body, type, action, hasSettings] of [
    [{}, 'image/jpeg', 'c2pa.edited.metadata', true],
    [{ format: 'png' }, 'image/png', 'c2pa.converted', true],
    [{ format: 'png', settings: false }, 'image/png', 'c2pa.converted', false],
  ] as const) {
    const copy = await zipped('image', id, body)
    const { xmp } = await sharp(copy).metadata()
    expect(String(xmp)).toContain('digitalsourcetype/trainedAlgorithmicMedia')
    expect(readSettingsPacket(String(xmp)) !== null).toBe(hasSettings)
    expect(await manifestOf(context, copy, type)).toMatchObject({
      state: 'trusted',
      actions: [{ action: 'c2pa.opened' }, { action }],
      generation: { generation: id },
      ingredients: [
        {
          relationship: 'parentOf',
          hasManifest: true,
          generator: expect.stringMatching(/^Atelier /),
        },
      ],
    })
  }
})
