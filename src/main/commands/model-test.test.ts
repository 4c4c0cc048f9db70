import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#testing/database/database.ts'
import { commandLine } from '#testing/in-process.ts'
import { testEmulator } from '#testing/server.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const emulator = await testEmulator({ media: 'plain' })
const { url } = emulator
const environment = { FAL_KEY: 'test', FAL_QUEUE_URL: url, FAL_REST_URL: url }
const submitted = async () => (await emulator.stats()).submitted

async function lines(line: string) {
  const atelier = await commandLine(environment)
  const { output, ...rest } = await atelier(line)
  const printed = output.split('\n').filter(Boolean)
  return { ...rest, printed: printed.map((one) => JSON.parse(one)) }
}

async function valuesFile(values: unknown): Promise<string> {
  const directory = await createTemporaryDirectory('values')
  onTestFinished(() => removeTemporaryDirectory(directory))
  const file = path.join(directory, 'values.json')
  await writeFile(file, typeof values === 'string' ? values : JSON.stringify(values))
  return file
}

it('prints the cheapest request and its price, and sends nothing without --yes', async () => {
  const before = await submitted()
  const { code, said, printed } = await lines('model test flux-schnell')
  expect(printed).toMatchObject([
    { endpoint: 'fal-ai/flux/schnell', credits: 8, request: { image_size: 'square' } },
  ])
  expect([code, said]).toEqual([1, expect.stringContaining('--yes')])
  expect(await submitted()).toBe(before)
})

it('runs the job without an account, and prints answers, result and duration', async () => {
  const before = await submitted()
  const { code, printed } = await lines('model test flux-schnell --yes')
  expect(code).toBe(0)
  const answers = printed.flatMap(({ answer }) => answer ?? [])
  expect(answers.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
  expect(answers.at(-1)).toMatchObject({ status: 200, body: { images: [{ width: 512 }] } })
  expect(printed.at(-1)).toMatchObject({
    result: { assets: [{ medium: 'image' }], files: [{ medium: 'image' }] },
    ms: expect.any(Number),
  })
  expect(printed.at(-1).result.files[0].bytes).toBeGreaterThan(0)
  expect(await submitted()).toBe(before + 1)
  const database = await testDatabase()
  for (const table of ['generation', 'credit_entry'] as const)
    expect(await database.selectFrom(table).selectAll().execute()).toEqual([])
})

it.each(['image-to-video-pro', 'thinksound', 'moondream3-preview', 'vace'])(
  'gives %s the sample files that it needs',
  async (id) => {
    const { code, said, printed } = await lines(`model test ${id} --yes`)
    expect([code, said]).toEqual([0, ''])
    const asked = printed.flatMap(({ answer }) => answer?.url ?? [])
    expect(asked).toContainEqual(expect.stringContaining('/storage/upload/'))
    expect(printed.at(-1)).toMatchObject({ result: { assets: expect.any(Array) } })
  },
)

it('takes the values of a file, and names what the model rejects', async () => {
  const good = await valuesFile({ prompt: 'a boat', image_size: 'square_hd' })
  expect((await lines(`model test flux-schnell --input ${good}`)).printed).toMatchObject([
    { credits: 20, request: { prompt: 'a boat' } },
  ])
  const before = await submitted()
  const wrong = await valuesFile({ image_size: 'round' })
  const { code, printed } = await lines(`model test flux-schnell --yes --input ${wrong}`)
  expect([code, printed.map(({ field }) => field)]).toEqual([1, ['prompt', 'image_size']])
  const none = await valuesFile('{')
  expect((await lines(`model test flux-schnell --input ${none}`)).said).toMatch('not a JSON')
  const own = await valuesFile({ prompt: 'a boat', image_url: '/media/a/b/c.png' })
  expect((await lines(`model test image-to-video-pro --yes --input ${own}`)).said).toMatch(
    'not an address of the web',
  )
  expect(await submitted()).toBe(before)
})

it('prints the provider’s answer and the reason of a failed job', async () => {
  const failing = await valuesFile({ prompt: 'a boat [fault:validation]' })
  const { code, said, printed } = await lines(`model test flux-schnell --yes --input ${failing}`)
  expect(code).toBe(1)
  expect(said).not.toBe('')
  expect(printed.at(-1)).toMatchObject({ answer: { status: 422 } })
})

it('says that a provider is not configured', async () => {
  const atelier = await commandLine()
  expect((await atelier('model test flux-schnell --yes')).said).toMatch('set FAL_KEY')
})
