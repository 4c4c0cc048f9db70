import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import { onlineMigrations } from '#core/schema/online-migrations.ts'
import { runOnlineMigrations } from '#core/worker/online-migrations.ts'
import { testDatabase } from '#testing/database/database.ts'
import { sampleFile } from '#testing/files.ts'
import { expectMarked, markedFormats, markedResult } from '#testing/marked-results.ts'
import { moondream3 } from '#testing/models.ts'
import { testPerson } from '#testing/person.ts'
import { markingStudio } from '#testing/provenance.ts'
import { testServer } from '#testing/server.ts'

const marking = markingStudio({ database: await testDatabase() })
const server = await testServer({ delayMs: 50 }, marking)
const { app, context } = server
await runOnlineMigrations(context, onlineMigrations)
const origin = 'http://localhost:3000'
const owner = await testPerson(server)
const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await app.request(new URL(address, origin).href, { headers })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe.each(markedFormats)(
  'a result of kind %s in the format %s is marked',
  (kind, contentType, file, isSigned) => {
    let made: GenerationView
    let url = ''
    beforeAll(async () => {
      const asked = { accountId: owner.account.id, kind, file: await file() }
      const id = await markedResult(context, asked)
      made = (await owner.request('GET', `/api/generations/${id}`)).body as GenerationView
      url = made.images[0]?.url ?? ''
      expect(made.digital_source_type).toBe('trainedAlgorithmicMedia')
    })
    const marked = (content: Buffer) => expectMarked(context, content, contentType, isSigned)

    it('at its address, which the API names', async () => {
      await marked(await read(url, owner.headers))
    })

    it('in a download with settings, and in one without', async () => {
      await marked(await read(`${url}?download`, owner.headers))
      await marked(await read(`${url}?download&settings=false`, owner.headers))
    })
  },
)

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
