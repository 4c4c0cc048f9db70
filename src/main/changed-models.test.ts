import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { ImageHistoryPage } from '#core/history/contract/history-records.ts'
import type { ModelsView, ModelVersionView } from '#core/models/models-contract.ts'
import { accountKey, testProcesses } from '#testing/processes.ts'
import type { Product } from '#testing/product.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const definition = (id: string, base: number) => ({
  ...{ id, name: 'Our own image', kind: 'image', generation_type: 'text-to-image' },
  endpoints: [{ id: 'fal-ai/flux/schnell' }],
  fields: { prompt: { control: 'text', required: true } },
  price: { unit: 'image', base },
  request: { prompt: { from: 'prompt' } },
  result: 'images',
})

/** One of the processes, as a program with an API key reaches it. */
function program(url: string, key: string, id: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const read = async <Body>(at: string): Promise<Body> => {
    const response = await fetch(`${url}${at}`, { headers })
    expect([at, response.status]).toEqual([at, 200])
    return (await response.json()) as Body
  }
  const model = async () =>
    (await read<ModelsView>('/api/models?kind=image')).models.find((one) => one.id === id)
  return {
    id,
    model,
    /** Resolves as soon as this process has this version, or no longer offers the model: `null`. */
    follows: (version: number | null) =>
      expect
        .poll(async () => {
          const found = await model()
          return found?.is_offered ? found.version : null
        })
        .toBe(version),
    create: async () => {
      const response = await fetch(`${url}/api/image-generation/create`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: id, prompt: 'a fox' }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    history: async () =>
      (await read<ImageHistoryPage>('/api/image-generation/history')).data.map(
        (row) => row.generation,
      ),
    record: (generation: string) => read<GenerationView>(`/api/generations/${generation}`),
    modelOf: (generation: string) => read<ModelVersionView>(`/api/generations/${generation}/model`),
  }
}

/** How an operator gives the definition and takes it away. */
type Operator = { save(base: number): Promise<void>; remove(): Promise<void> }

async function journey(a: Program, b: Program, { save, remove }: Operator): Promise<void> {
  await save(9)
  for (const process of [a, b]) await process.follows(1)
  const made = await a.create()
  expect(made).toMatchObject({ status: 200, body: { credits_charged: 9 } })
  const old = String(made.body.id)
  await expect.poll(async () => (await b.record(old)).status).toBe('completed')
  expect(await b.history()).toMatchObject([{ id: old, model: a.id, credits_charged: 9 }])

  await save(31)
  for (const process of [a, b]) await process.follows(2)
  expect(await b.create()).toMatchObject({ status: 200, body: { credits_charged: 31 } })
  for (const process of [a, b]) await keeps(process, old)

  await remove()
  for (const process of [a, b]) {
    await process.follows(null)
    expect(await process.create()).toMatchObject({ status: 400, body: { code: 'unknown_model' } })
    await keeps(process, old)
  }
  const prices = async (process: Program) =>
    (await process.history()).map(({ credits_charged: credits }) => credits)
  expect([await prices(a), await prices(b)]).toEqual([
    [31, 9],
    [31, 9],
  ])
}

/** The receipt says what was paid, and the record how its model was then. */
async function keeps(process: Program, generation: string): Promise<void> {
  const receipt = { model_name: 'Our own image', model_version: 1, credits_charged: 9 }
  expect(await process.record(generation)).toMatchObject({ ...receipt, status: 'completed' })
  expect(await process.modelOf(generation)).toMatchObject({
    ...{ id: process.id, version: 1 },
    definition: { price: { base: 9 } },
  })
}

type Program = ReturnType<typeof program>

/** Two processes that answer and work, and a folder for definitions; `id`: the model's. */
async function twoProcesses(id: string, environment: (folder: string) => Record<string, string>) {
  const folder = await createTemporaryDirectory('definitions')
  const { make } = await testProcesses({ delayMs: 50 })
  const [one, other] = [
    await make('all', environment(folder)),
    await make('all', environment(folder)),
  ]
  const running = await Promise.all([one.start(), other.start()])
  const key = await accountKey(one)
  const [a, b] = running.map(({ url }) => program(url, key, id))
  if (!a || !b) throw new Error('There are not two processes')
  return { a, b, folder, operator: one }
}

describe('a model that changes while two processes serve it', () => {
  it('follows its file in MODELS_DIR', { timeout: 300_000 }, async () => {
    const { a, b, folder } = await twoProcesses('own-file', (MODELS_DIR) => ({ MODELS_DIR }))
    const file = path.join(folder, 'own.json')
    const save = async (base: number) => {
      await writeFile(`${file}.new`, JSON.stringify(definition(a.id, base)))
      await rename(`${file}.new`, file)
    }
    await journey(a, b, { save, remove: () => rm(file) })
    expect(await a.model()).toBeUndefined()
    await removeTemporaryDirectory(folder)
  })

  it('follows the command line', { timeout: 300_000 }, async () => {
    const { a, b, folder, operator } = await twoProcesses('own-saved', () => ({}))
    const run = runner(operator)
    const file = path.join(folder, 'own.json')
    const save = async (base: number) => {
      await writeFile(file, JSON.stringify(definition(a.id, base)))
      await run('save', file)
    }
    const disable = async () => {
      await run('disable', a.id)
      for (const process of [a, b]) await process.follows(null)
      expect(await b.create()).toMatchObject({ status: 400, body: { code: 'unknown_model' } })
      await run('enable', a.id)
      for (const process of [a, b]) await process.follows(2)
    }
    const remove = async () => {
      await disable()
      await run('delete', a.id)
    }
    await journey(a, b, { save, remove })
    expect(await b.model()).toBeUndefined()
    await removeTemporaryDirectory(folder)
  })
})

function runner(operator: Product) {
  return async (...args: string[]) => {
    const { code, said } = await operator.atelier('model', ...args, '--reason', 'a test')
    expect([args[0], code, said]).toEqual([args[0], 0, ''])
  }
}
