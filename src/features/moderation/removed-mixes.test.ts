import { expect, it } from 'vitest'
import { makeMixes } from '#core/generations/make-mixes.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { testContext } from '#testing/context.ts'
import { hasFfmpeg } from '#testing/ffmpeg.ts'
import { finishedAudio } from '#testing/finished-audio.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { removeResult } from './queries.ts'

const context = await testContext()

it.runIf(hasFfmpeg)(
  'videos with a generated sound go with the sound, and with the video they were made from',
  async () => {
    for (const role of ['output', 'input'] as const) {
      const { id, accountId, read } = await finishedAudio(context)
      await makeMixes(context, id)
      expect(await read()).not.toEqual([])
      const source = role === 'output' ? id : await ownerOfInput(id, accountId)
      await context.database
        .transaction()
        .execute((transaction) =>
          removeResult(transaction, { id: source, account_id: accountId, note: 'unfit' }),
        )
      expect(await read()).toEqual([])
    }
  },
)

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
