import { randomUUID } from 'node:crypto'
import { readGeneration } from '#core/generations/read-generation.ts'
import { oneChunk, storeFile } from '#core/media/stored-files.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { AllParts } from '#core/parts.ts'
import { testAccount } from './context.ts'
import { sampleFile, testUpload } from './files.ts'
import { finishedWork } from './finished-generations.ts'

const model = builtInModels.find(({ generationType }) => generationType === 'video-to-audio')

type Source = { video?: [string, string]; audio?: [string, string] }

/** A finished sound that was made for a video, not yet joined with it. */
export async function finishedAudio(
  context: AllParts,
  { video = ['video.mp4', 'video/mp4'], audio }: Source = {},
) {
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
