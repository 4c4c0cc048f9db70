import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { readMoney } from '#testing/context.ts'
import { hasFfmpeg } from '#testing/ffmpeg.ts'
import { finishedAudio } from '#testing/finished-audio.ts'
import { manifestOf, markingStudio } from '#testing/provenance.ts'
import { collectWorld } from '#testing/services/collect-world.ts'
import { makeMixes } from './make-mixes.ts'

const { base: context, directory, filesOf } = await collectWorld()
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
    const { id, read } = await finishedAudio(context)
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
    const { id, accountId, read } = await finishedAudio(context)
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
    const { id, read } = await finishedAudio(context)
    await Promise.all([makeMixes(context), makeMixes(context)])
    expect(await read()).toHaveLength(2)
    await sql`update storage_garbage set not_before = now()`.execute(context.database)
    await deleteOrphanedFiles(context)
    expect((await filesOf(id)).filter((name) => name.endsWith('.mp4'))).toHaveLength(2)
  })

  it('exist only with the new sound where the video has none', async () => {
    const { id, read } = await finishedAudio(context, { video: ['clip-silent.mp4', 'video/mp4'] })
    await makeMixes(context, id)
    expect(await read()).toMatchObject([{ position: 0 }])
  })

  it('are not tried again where ffmpeg cannot read the files', async () => {
    const { id, accountId, read } = await finishedAudio(context, {
      audio: ['photo.png', 'audio/wav'],
    })
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
    const { id, read } = await finishedAudio(context)
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
})
