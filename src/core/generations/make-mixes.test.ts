import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { oneChunk, storeFile } from '#core/media/stored-files.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { removeResult } from '#core/moderation/queries.ts'
import { readMoney, testAccount } from '#testing/context.ts'
import { hasFfmpeg } from '#testing/ffmpeg.ts'
import { sampleFile, testUpload } from '#testing/files.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { manifestOf, markingStudio } from '#testing/provenance.ts'
import { collectWorld } from '#testing/services/collect-world.ts'
import { makeMixes } from './make-mixes.ts'
import { readGeneration } from './read-generation.ts'

const { base: context, directory, filesOf } = await collectWorld()
const model = builtInModels.find(({ generationType }) => generationType === 'video-to-audio')

type Source = { video?: [string, string]; audio?: [string, string] }

/** A finished sound that was made for a video, not yet joined with it. */
async function audioOf({ video = ['video.mp4', 'video/mp4'], audio }: Source = {}) {
  if (!model) throw new Error('no model makes sound for a video')
  const account = await testAccount(context, { credits: 500 })
  const upload = await testUpload(context, account.id, ...video)
  await context.database
    .updateTable('media')
    .set({ duration_ms: 1_000 })
    .where('id', '=', upload.id)
    .execute()
  const [name, content_type] = audio ?? ['sound.wav', 'audio/wav']
  const storage_key = `generations/00/${randomUUID()}-0.wav`
  const stored = await storeFile(context, storage_key, oneChunk(await sampleFile(name)), {
    maxBytes: 10_000_000,
    contentType: content_type,
  })
  const id = await finishedWork(
    context,
    { accountId: account.id, model, input: { video_url: upload.address } },
    { results: [{ storage_key, content_type, ...stored }] },
  )
  const read = async () => (await readGeneration(context, account.id, id)).mixes
  return { id, accountId: account.id, read }
}

function probe(key: string): { kind: string; codec: string; seconds: number }[] {
  const entries = 'stream=codec_type,codec_name,duration'
  const args = ['-v', 'error', '-show_entries', entries, '-of', 'json', `${directory}/${key}`]
  const { streams } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    streams: { codec_type: string; codec_name: string; duration: string }[]
  }
  return streams.map(({ codec_type, codec_name, duration }) => ({
    ...{ kind: codec_type, codec: codec_name },
    seconds: Number(duration),
  }))
}

describe.runIf(hasFfmpeg)('videos with a generated sound', () => {
  it('name the video and the sound in their manifest where the studio marks results', async () => {
    const marking = markingStudio(context)
    const { id, read } = await audioOf()
    await makeMixes({ ...context, ...marking }, id)
    const [mix] = await read()
    expect(mix).toMatchObject({
      ...{ mark: 'signed', digital_source: 'compositeWithTrainedAlgorithmicMedia' },
    })
    const file = await readFile(`${directory}/${mix?.storage_key}`)
    expect(await manifestOf(marking, file, 'video/mp4')).toMatchObject({
      state: 'trusted',
      ingredients: [
        { title: 'Upload', relationship: 'parentOf', format: 'video/mp4' },
        { title: 'Result', relationship: 'inputTo', format: 'audio/wav' },
      ],
    })
  })

  it('replace the sound of the video and add to it, at the length of the video, free', async () => {
    const { id, accountId, read } = await audioOf()
    const before = await readMoney(context, accountId)
    await makeMixes(context, id)
    const mixes = await read()
    expect(mixes).toMatchObject([
      { role: 'mix', position: 0, content_type: 'video/mp4', thumbnail_key: expect.any(String) },
      { role: 'mix', position: 1, content_type: 'video/mp4', thumbnail_key: expect.any(String) },
    ])
    for (const { storage_key } of mixes) {
      const [video, audio] = probe(storage_key)
      expect(video).toMatchObject({ kind: 'video', codec: 'h264' })
      expect(audio).toMatchObject({ kind: 'audio', codec: 'aac' })
      expect(Math.abs((audio?.seconds ?? 0) - (video?.seconds ?? 0))).toBeLessThan(0.1)
    }
    expect(await readMoney(context, accountId)).toEqual(before)
  })

  it('are made once with concurrent workers, and the files of the others are listed for deletion', async () => {
    const { id, read } = await audioOf()
    await Promise.all([makeMixes(context), makeMixes(context)])
    expect(await read()).toHaveLength(2)
    await sql`update storage_garbage set not_before = now()`.execute(context.database)
    await deleteOrphanedFiles(context)
    expect((await filesOf(id)).filter((name) => name.endsWith('.mp4'))).toHaveLength(2)
  })

  it('exist only with the new sound where the video has none', async () => {
    const { id, read } = await audioOf({ video: ['clip-silent.mp4', 'video/mp4'] })
    await makeMixes(context, id)
    expect(await read()).toMatchObject([{ position: 0 }])
  })

  it('are not tried again where ffmpeg cannot read the files', async () => {
    const { id, accountId, read } = await audioOf({ audio: ['photo.png', 'audio/wav'] })
    await makeMixes(context, id)
    expect(await read()).toEqual([])
    const row = await context.database
      .selectFrom('media')
      .select('mix_tried_at')
      .where('account_id', '=', accountId)
      .where('role', '=', 'output')
      .executeTakeFirstOrThrow()
    expect(row.mix_tried_at).toEqual(expect.any(Date))
  })

  it('are made later when storage fails, ffmpeg is missing or the process ends', async () => {
    const { id, read } = await audioOf()
    const broken = { ...context.storage, write: () => Promise.reject(new Error('full')) }
    await makeMixes({ ...context, storage: broken }, id)
    expect(await read()).toEqual([])

    const before = process.env.PATH
    process.env.PATH = '/nowhere'
    await makeMixes(context, id).finally(() => {
      process.env.PATH = before
    })
    expect(await read()).toEqual([])

    const background = { ...context.background, signal: AbortSignal.abort() }
    await makeMixes({ ...context, background }, id)
    expect(await read()).toEqual([])
    await makeMixes(context)
    expect(await read()).toHaveLength(2)
  })

  it('are deleted when the result, or the video they were made from, is removed', async () => {
    for (const role of ['output', 'input'] as const) {
      const { id, accountId, read } = await audioOf()
      await makeMixes(context, id)
      const source = role === 'output' ? id : await ownerOfInput(id, accountId)
      await context.database
        .transaction()
        .execute((transaction) =>
          removeResult(transaction, { id: source, account_id: accountId, note: 'unfit' }),
        )
      expect(await read()).toEqual([])
    }
  })
})

/** Makes a finished video of the file that is the input of a generation, and returns its id. */
async function ownerOfInput(id: string, accountId: string): Promise<string> {
  const { database } = context
  const video = builtInModels.find(({ generationType }) => generationType === 'text-to-video')
  if (!video) throw new Error('no model makes videos')
  const input = await database
    .selectFrom('media')
    .select(['storage_key', 'content_type', 'sha256', 'bytes'])
    .where('generation_id', '=', id)
    .where('role', '=', 'input')
    .executeTakeFirstOrThrow()
  const work = { accountId, model: video, input: { prompt: 'a tide' } }
  return finishedWork(context, work, { results: [input] })
}
