import { expect, it } from 'vitest'
import { recordSample } from '#core/generations/record-sample.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { markStored } from '#core/provenance/mark-stored.ts'
import { onlineMigrations } from '#core/schema/online-migrations.ts'
import { runOnlineMigrations } from '#core/worker/online-migrations.ts'
import { testDatabase } from '#testing/database/database.ts'
import { sampleFile } from '#testing/files.ts'
import { testPerson } from '#testing/person.ts'
import { manifestOf, markingStudio } from '#testing/provenance.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ delayMs: 50 }, markingStudio({ database: await testDatabase() }))
const { app, context } = server
await runOnlineMigrations(context, onlineMigrations)
const owner = await testPerson(server)

const read = async (address: string) => {
  const answer = await app.request(new URL(address, 'http://localhost:3000').href)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const formats: readonly (readonly [Kind, string, string, string | null])[] = [
  ['image', 'image/png', 'photo.png', 'trusted'],
  ['image', 'image/jpeg', 'photo.jpg', 'trusted'],
  ['video', 'video/mp4', 'video.mp4', 'trusted'],
  ['video', 'video/quicktime', 'video.mov', 'trusted'],
  ['video', 'video/webm', 'video.webm', null],
  ['speech', 'audio/mp4', 'sound.m4a', 'trusted'],
  ['speech', 'audio/mpeg', 'sound.mp3', 'trusted'],
  ['speech', 'audio/wav', 'sound.wav', 'trusted'],
  ['speech', 'audio/flac', 'sound.flac', null],
  ['speech', 'audio/ogg', 'sound.ogg', null],
]

it.each(formats)(
  'a result of kind %s in the format %s is marked on its share page and in Explore',
  async (kind, contentType, name, state) => {
    const model = listModels().find((each) => each.kind === kind && !needsFiles(each))
    if (!model) throw new Error('No model')
    const id = await recordSample(context, {
      ...{ accountId: owner.account.id, model, files: {}, daysAgo: 0, answer: null },
      ...{ input: { [model.promptField ?? 'prompt']: 'a fox' }, results: [await sampleFile(name)] },
    })
    await markStored(context)
    const asked = { is_listed: true, shows_settings: false }
    const { body } = await owner.request('PUT', `/api/generations/${id}/share`, asked)
    const shared = JSON.parse(String(await read(`/api/shares/${body.token}`)))
    const file = await read(shared.files[0].url)
    expect(file.includes('trainedAlgorithmicMedia')).toBe(true)
    expect((await manifestOf(context, file, contentType))?.state ?? null).toBe(state)
    const explored = JSON.parse(String(await read(`/api/explore?kind=${kind}`)))
    expect(JSON.stringify(explored)).toContain(body.token)
  },
)

function needsFiles({
  fields,
}: {
  fields: Record<string, { required?: boolean; control: { kind: string } }>
}) {
  return Object.values(fields).some(({ control }) => control.kind.startsWith('file'))
}
