import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { importOf } from '#testing/import-of.ts'
import { openAiWorld } from '#testing/providers/openai-server.ts'
import { buildModel } from './rules/build-model.ts'
import { cheapestInput } from './rules/cheapest-input.ts'
import type { Definition } from './rules/definition.ts'
import { type ModelTest, runModelTest, sampleAddress } from './run-test.ts'
import { sampleFile } from './sample-files.ts'

const { definition } = importOf({
  properties: { prompt: { type: 'string' }, image_url: { type: 'string' } },
  required: ['prompt', 'image_url'],
})

/** An edit of an image at OpenAI's API. */
async function editAt(world: Awaited<ReturnType<typeof openAiWorld>>, more: Partial<Definition>) {
  const model = buildModel({
    ...definition,
    ...{ endpoints: [{ id: 'images/edits' }], provider: 'openai' },
    request: { prompt: { from: 'prompt' }, image: { from: 'image_url', as: 'list' } },
    ...more,
  })
  const { input } = cheapestInput(model, sampleAddress)
  const { provider } = world
  return { provider, model, input, endpoint: 'images/edits', deadline: 10_000 } satisfies ModelTest
}

it('sends sample files beside the request where the provider has no storage', async () => {
  const world = await openAiWorld()
  const result = await runModelTest(await editAt(world, {}))
  expect(result).toMatchObject({ files: [{ medium: 'image' }], problems: [] })
  const sent = await buffer(await (await sampleFile('image')).open())
  expect(await world.receivedFile?.('')).toEqual(sent)
})

it.each([
  ['video', 'another type: image'],
  ['text', 'no text'],
] as const)('says that images are not the %s of its definition', async (result, problem) => {
  const world = await openAiWorld()
  const { problems } = await runModelTest(await editAt(world, { result }))
  expect(problems).toEqual([expect.stringContaining(problem)])
})

it('cancels a job that takes longer than it may', async () => {
  const world = await openAiWorld({ medium: 'video', isHeld: true })
  const test = await editAt(world, { result: 'video' })
  const late = runModelTest({ ...test, endpoint: 'videos', deadline: -1 })
  await expect(late).rejects.toMatchObject({ code: 'timeout' })
})
