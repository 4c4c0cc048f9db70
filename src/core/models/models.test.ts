import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { priceList } from '#core/credits/credit-pack-rules.ts'
import { chooseModel } from '#core/generations/choose-model.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { readRow } from '#testing/drive.ts'
import { testSettings } from '#testing/settings.ts'
import { deleteModel, enableModel, saveModel } from './change-model.ts'
import { loadModels } from './load-models.ts'
import { followModels } from './model-registry.ts'
import { publishedModels } from './published-models.ts'
import { insertVersion, listVersions, readRevision } from './queries.ts'
import { readModelVersion } from './read-version.ts'
import { builtInModels, builtIns, findModel, listModels, offeredModels } from './rules/catalogue.ts'
import { cataloguePrices, priceOf } from './rules/price.ts'
import { syncFiles } from './sync-files.ts'
import { syncBuiltIns } from './sync-models.ts'

const context = await testContext()
const { database } = context
const act = { actor: 'ada@example.com', reason: 'new model' }
const schnell = builtIns.find(({ model }) => model.id === 'flux-schnell')?.definition as {
  price: { base: object }
}
const key = (id: string) => ({ id, generationType: 'text-to-image' })
const definition = (id: string, credits = 40, more: object = {}) => ({
  ...schnell,
  ...{ id, name: id },
  price: { ...schnell.price, base: { square: credits, other: credits } },
  ...more,
})
const priceOfModel = (id: string, version?: number) => {
  const model = findModel(id, 'text-to-image', version)
  return model && priceOf(model, { image_size: 'square', num_images: 1 }).credits
}
const load = () => loadModels(context)
const isOffered = (id: string) => listModels().some((model) => model.id === id)

let directory = ''
const file = (name: string, content: unknown) =>
  writeFile(
    path.join(directory, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  )

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'atelier-models-'))
  await syncBuiltIns(database)
  await load()
})

afterEach(async () => {
  await rm(directory, { recursive: true })
})

it('come in the order of the settings, which chooses the default and is another revision', async () => {
  const settings = testSettings({
    model_order: ['janus-pro', 'flux-schnell', 'moondream3-preview'],
  })
  await loadModels({ ...context, settings })
  expect(offeredModels('text-to-image').map(({ id }) => id)).toEqual([
    ...['janus-pro', 'flux-schnell', 'flux-dev'],
  ])
  expect(chooseModel({ kind: 'image' }, {}).model.id).toBe('janus-pro')
  expect(publishedModels().models.slice(0, 2)).toMatchObject([
    { id: 'janus-pro' },
    { id: 'flux-schnell' },
  ])
  const [image] = priceList(cataloguePrices).filter(({ kind }) => kind === 'image')
  expect(image?.models[0]?.model.id).toBe('janus-pro')
  const { revision } = publishedModels()
  const other = testSettings({ model_order: ['flux-schnell', 'janus-pro'] })
  await loadModels({ ...context, settings: other })
  expect(new Set([0, revision, publishedModels().revision]).size).toBe(3)
  await load()
  expect(publishedModels().revision).toBe(0)
})

describe('other providers at a start', () => {
  it('are another revision, so that open pages load what can be started now', async () => {
    const start = async (...ids: string[]) => {
      const providers = new Map(ids.map((id) => [id, null]))
      const { stop } = await followModels({ ...context, providers }, {})
      await stop()
      return readRevision(database)
    }
    const first = await start('fal')
    expect(await start('fal')).toBe(first)
    expect(publishedModels()).toMatchObject({ revision: 0, missing_forms: [] })
    expect(await start('comfyui')).toBe(first + 1)
    expect(listModels()).toEqual([])
    expect(publishedModels().missing_forms).toEqual(
      expect.arrayContaining(['text-to-image', 'text-to-image/flux-dev', 'image-editing']),
    )
    expect(findModel('flux-dev', 'text-to-image')).toBeDefined()
    expect(await start('fal', 'comfyui')).toBe(first + 2)
    expect(isOffered('flux-dev')).toBe(true)
  })
})

describe('built-in models', () => {
  it('are recorded once, in the order of the model picker', async () => {
    const revision = await readRevision(database)
    expect(await syncBuiltIns(database)).toBe(false)
    expect(await readRevision(database)).toBe(revision)
    const names = builtInModels.map(({ id, generationType }) => `${generationType} ${id}`)
    expect(listModels().map(({ id, generationType }) => `${generationType} ${id}`)).toEqual(names)
    const versions = await listVersions(database)
    expect(versions.filter(({ source }) => source === 'built-in')).toHaveLength(names.length)
  })

  it('keep the order of their fields', async () => {
    const [{ model } = { model: undefined }] = builtIns
    expect(Object.keys(findModel(model?.id ?? '', model?.generationType)?.fields ?? {})).toEqual(
      Object.keys(model?.fields ?? {}),
    )
  })
})

describe('a saved definition', () => {
  it('makes a model that can be started; its records keep its version', async () => {
    await saveModel(context, act, definition('own-1', 40))
    await load()
    const account = await testAccount(context, { credits: 1000 })
    const start = async () => {
      const { model, input } = chooseModel(
        { kind: 'image', type: 'text-to-image', model: 'own-1' },
        { prompt: 'a fox', image_size: 'square' },
      )
      return startGeneration(context, {
        ...{ accountId: account.id, model, input, requestId: undefined, isPublic: true },
      })
    }
    expect(await start()).toMatchObject({ model: 'own-1', model_version: 1, price: 40 })

    await saveModel(context, act, definition('own-1', 55, { name: 'Own one' }))
    await load()
    const second = await start()
    expect(second).toMatchObject({ model_version: 2, price: 55 })
    expect((await readRow(context, second.id)).model_version).toBe(2)
    expect([priceOfModel('own-1'), priceOfModel('own-1', 1)]).toEqual([55, 40])
    expect(findModel('own-1', 'text-to-image', 1)?.name).toBe('own-1')
    expect(listModels().filter(({ id }) => id === 'own-1')).toHaveLength(1)
  })

  it('is recorded with its author and reason, in the transaction of its audit entry', async () => {
    await saveModel(context, act, definition('own-2'))
    const [version] = await listVersions(database, key('own-2'))
    expect(version).toMatchObject({
      version: 1,
      source: 'operator',
      author: act.actor,
      reason: act.reason,
    })
    const [entry] = await listOperatorActions(database, { limit: 1 })
    expect(entry).toMatchObject({ act: 'model.save', reason: act.reason, details: key('own-2') })

    const revision = await readRevision(database)
    await expect(
      saveModel(context, { ...act, reason: '' }, definition('own-2', 9)),
    ).rejects.toThrow()
    expect(await listVersions(database, key('own-2'))).toHaveLength(1)
    expect(await readRevision(database)).toBe(revision)
  })

  it.each([
    ['price', { price: { unit: 'job', base: 0 } }, 'price.base'],
    ['generation type', { generation_type: 'text-to-smell' }, 'generation_type'],
    ['key', { wheels: 4 }, ''],
    ['provider', { provider: 'nowhere' }, 'provider'],
  ])('with a wrong %s is refused with its path, and changes nothing', async (_, more, at) => {
    const revision = await readRevision(database)
    const saved = saveModel(context, act, definition('own-3', 40, more))
    await expect(saved).rejects.toMatchObject({
      refusal: { reason: 'invalid_definition', problems: [{ path: at }] },
    })
    expect(await readRevision(database)).toBe(revision)
  })

  it('can never be changed or deleted in the database', async () => {
    for (const statement of [
      sql`update model_version set definition = '{}'`,
      sql`delete from model_version`,
      sql`truncate model_version`,
    ])
      await expect(statement.execute(database)).rejects.toThrow(/refused/)
  })

  it('that this release cannot read is passed over for the newest one that it can', async () => {
    await saveModel(context, act, definition('own-4', 40))
    const unreadable = { ...definition('own-4'), fields: 7 }
    await database
      .transaction()
      .execute((transaction) =>
        insertVersion(
          transaction,
          { ...key('own-4'), source: 'operator', definition: unreadable, author: 'x', reason: 'x' },
          { isEnabled: true },
        ),
      )
    const logged: object[] = []
    const log = { ...context.log, error: (fields: object) => void logged.push(fields) }
    await loadModels({ ...context, log })
    expect(priceOfModel('own-4')).toBe(40)
    expect(isOffered('own-4')).toBe(true)
    expect(logged).toMatchObject([{ model: 'own-4', version: 2, path: 'fields' }])
  })
})

it('a disabled model cannot be started; its records still find it', async () => {
  await saveModel(context, act, definition('own-5'))
  await enableModel(context, act, key('own-5'), { isEnabled: false })
  await load()
  expect(isOffered('own-5')).toBe(false)
  expect(findModel('own-5')?.name).toBe('own-5')
  expect(() => chooseModel({ kind: 'image', model: 'own-5' }, {})).toThrow('unknown_model')
  await enableModel(context, act, key('own-5'), { isEnabled: true })
  await load()
  expect(isOffered('own-5')).toBe(true)
})

it('deleting an operator’s definition restores the built-in model, or ends the model', async () => {
  const builtInPrice = priceOfModel('flux-schnell')
  await saveModel(context, act, definition('flux-schnell', 77))
  await saveModel(context, act, definition('own-6'))
  await load()
  expect(priceOfModel('flux-schnell')).toBe(77)
  await deleteModel(context, act, key('flux-schnell'))
  await deleteModel(context, act, key('own-6'))
  await load()
  expect([priceOfModel('flux-schnell'), isOffered('flux-schnell')]).toEqual([builtInPrice, true])
  expect([isOffered('own-6'), findModel('own-6')?.name]).toEqual([false, 'own-6'])
  await expect(deleteModel(context, act, key('own-6'))).rejects.toThrow('not_found')
})

describe('files in MODELS_DIR', () => {
  it('count before an operator’s definition, which counts again without them', async () => {
    await saveModel(context, act, definition('own-7', 40))
    await file('own.json', definition('own-7', 60))
    expect(await syncFiles(context, directory)).toBe(true)
    expect(await syncFiles(context, directory)).toBe(false)
    await load()
    expect(priceOfModel('own-7')).toBe(60)
    await expect(saveModel(context, act, definition('own-7', 9))).rejects.toThrow('model_from_file')
    await expect(deleteModel(context, act, key('own-7'))).rejects.toThrow('model_from_file')

    await rm(path.join(directory, 'own.json'))
    await syncFiles(context, directory)
    await load()
    expect(priceOfModel('own-7')).toBe(40)
  })

  it.each([
    ['is no JSON', '{'],
    ['is no valid definition', { ...definition('own-8'), price: 3 }],
  ])('that %s leave the model as it was, also after a restart', async (_, broken) => {
    await file('good.json', definition('own-9', 20))
    await file('own.json', definition('own-8', 60))
    await syncFiles(context, directory)
    await file('own.json', broken)
    await file('good.json', definition('own-9', 21))
    await syncFiles(context, directory)
    await load()
    expect([priceOfModel('own-8'), priceOfModel('own-9')]).toEqual([60, 21])
    expect(isOffered('own-8')).toBe(true)
  })

  it('that define one model twice are reported, and the first counts', async () => {
    const logged: object[] = []
    const log = { ...context.log, error: (fields: object) => void logged.push(fields) }
    await file('a.json', definition('own-10', 20))
    await file('b.json', definition('own-10', 30))
    await syncFiles({ ...context, log }, directory)
    await load()
    expect(priceOfModel('own-10')).toBe(20)
    expect(logged).toEqual([{ file: 'b.json', problem: 'a.json defines own-10, too' }])
  })
})

it('reads the version that made a record, of a model that was deleted, too', async () => {
  await saveModel(context, act, definition('own-old', 40, { name: 'First' }))
  await saveModel(context, act, definition('own-old', 40, { name: 'Second' }))
  await deleteModel(context, act, key('own-old'))
  const made = { model: 'own-old', generation_type: 'text-to-image' }
  const read = (version: number) => readModelVersion(context, { ...made, model_version: version })
  expect(await read(1)).toMatchObject({ version: 1, definition: { name: 'First' } })
  expect(await read(2)).toMatchObject({ version: 2, definition: { name: 'Second' } })
  await expect(read(3)).rejects.toThrow('not_found')
})
