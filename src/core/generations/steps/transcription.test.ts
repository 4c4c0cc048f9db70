import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeGeneration } from '#core/account-data/describe-export.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { deleteGenerations } from '#core/history/delete-generations.ts'
import { listHistory } from '#core/history/list-history.ts'
import { purgeDeleted } from '#core/history/queries/purge.ts'
import type { AllParts } from '#core/parts.ts'
import { readMoney, testAccount } from '#testing/context.ts'
import { driveToEnd, readRow } from '#testing/drive.ts'
import { testUpload } from '#testing/files.ts'
import { addModel, contextWith } from '#testing/providers/journey.ts'
import { openAiWorld } from '#testing/providers/openai-server.ts'

const definition = {
  id: 'openai-transcribe',
  name: 'Transcripts by OpenAI',
  kind: 'transcription',
  generation_type: 'speech-to-text',
  provider: 'openai',
  endpoints: [{ id: 'audio/transcriptions' }],
  fields: { audio_url: { control: 'file', accept: 'audio', required: true } },
  price: { unit: 'job', base: 30 },
  request: {
    file: { from: 'audio_url' },
    model: { constant: 'whisper-1' },
    response_format: { constant: 'verbose_json' },
  },
  result: 'text',
}
const withTimes = addModel(definition)
const withoutTimes = addModel({
  ...{ ...definition, id: 'openai-text' },
  request: { ...definition.request, response_format: { constant: 'json' } },
})

async function transcribed(model = withTimes) {
  const { provider, bodies, receivedFile } = await openAiWorld()
  const context = await contextWith(provider)
  const account = await testAccount(context, { credits: 100 })
  const { address } = await testUpload(context, account.id, 'sound.wav', 'audio/wav')
  const started = await startGeneration(context, {
    ...{ accountId: account.id, model, requestId: undefined, isPublic: false },
    input: { audio_url: address },
  })
  const row = await driveToEnd(context, started.id)
  return { context, accountId: account.id, row, bodies, receivedFile }
}

const search = (context: AllParts, accountId: string, words: string) =>
  listHistory(context, {
    ...{ accountId, kind: 'transcription', page: 1, pageSize: 10 },
    filters: { search: words },
  })

describe('a transcription', () => {
  it('is charged once, and keeps the text and when its parts are said', async () => {
    const { context, accountId, row, bodies, receivedFile } = await transcribed()
    expect(row).toMatchObject({
      status: 'completed',
      answer: 'The kettle sings. It is six.',
      transcript: {
        language: 'english',
        segments: [
          { start_ms: 0, end_ms: 1_900, text: 'The kettle sings.' },
          { start_ms: 1_900, end_ms: 3_200, text: 'It is six.' },
        ],
      },
    })
    expect(Object.keys(bodies[0] ?? {})).toEqual(['file', 'model', 'response_format'])
    expect((await receivedFile?.('input-file:0'))?.length).toBeGreaterThan(1_000)
    expect(await readMoney(context, accountId)).toMatchObject({ balance: 70, sum: 70 })
    expect(describeGeneration(row, [])).toMatchObject({ transcript: row.transcript })
  })

  it('has no times where the provider sends none', async () => {
    const { row } = await transcribed(withoutTimes)
    expect(row).toMatchObject({ status: 'completed', transcript: null })
    expect(row.answer).toBe('The kettle sings. It is six.')
  })

  it('is found by its words', async () => {
    const { context, accountId } = await transcribed()
    expect(await search(context, accountId, 'kettle')).toMatchObject({ total: 1 })
    expect(await search(context, accountId, 'teapot')).toMatchObject({ total: 0 })
  })

  it('loses its text and its times when it is purged', async () => {
    const { context, accountId, row } = await transcribed()
    await deleteGenerations(context, { accountId, kind: 'transcription', ids: [row.id] })
    await sql`update purge set purge_at = now() where generation_id = ${row.id}`.execute(
      context.database,
    )
    await purgeDeleted(context.database, 10, context.contributions.purgeParts)
    expect(await readRow(context, row.id)).toMatchObject({ answer: null, transcript: null })
  })
})
