import { describe, expect, it } from 'vitest'
import { builtInModels, findModel } from '#core/models/rules/catalogue.ts'
import type { Control } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import {
  fixedValues,
  numbers,
  optionNeeds,
  options,
  requirements,
} from '#testing/api/create-fields.ts'
import { testProviders } from '#testing/context.ts'
import { neededInput, uploadedFiles } from '#testing/model-input.ts'
import { testClient, testServer } from '#testing/server.ts'
import { createEndpoints } from './create-endpoints.ts'

const server = await testServer({}, { providers: testProviders('http://127.0.0.1:65531') })
const client = await testClient(server, { credits: 1_000_000 })
const fileFor = await uploadedFiles(server.context, client.account.id)

function modelOf(type: string, id: string): Model {
  const model = findModel(id, type)
  if (!model) throw new Error(`No model ${id} for ${type}`)
  return model
}

/** Posts exactly these values to the model's own endpoint. */
function create(model: Model, values: Record<string, unknown>, headers = {}) {
  const endpoint = createEndpoints.find(({ kind }) => kind === model.kind)
  const named = {
    [endpoint?.modelFields[0] ?? '']: model.id,
    ...(endpoint?.typeField && { [endpoint.typeField]: model.generationType }),
  }
  return client.request('POST', endpoint?.path ?? '', { ...values, ...named }, headers)
}

/** The same with all other required fields. */
const createWith = (model: Model, own: Record<string, unknown>) =>
  create(model, neededInput(model, fileFor, own))

async function accepted(model: Model, own: Record<string, unknown>) {
  const { status, body } = await createWith(model, own)
  expect(status, body.error).toBe(200)
  return body.generation.input as Record<string, unknown>
}

/** Counts the charges; the balance changes only by them, as no worker runs. */
async function charges(): Promise<number> {
  const entries = await server.context.database
    .selectFrom('credit_entry')
    .select('number')
    .where('account_id', '=', client.account.id)
    .where('reason', '=', 'charge')
    .execute()
  return entries.length
}

/** Expects a refusal with the field and its limits, and no charge. */
async function refused(model: Model, own: Record<string, unknown>, problem: object) {
  const before = await charges()
  const { status, body } = await createWith(model, own)
  expect([status, body.code]).toEqual([400, 'invalid_input'])
  expect(body.fields).toEqual([expect.objectContaining(problem)])
  expect(body.error).toBe(body.fields[0].message)
  expect(await charges()).toBe(before)
  return body.error as string
}

describe('a number', () => {
  it.each(numbers)(
    '%s %s %s: from %d to %d, %d without it',
    async (type, id, field, min, max, absent) => {
      const model = modelOf(type, id)
      expect((await accepted(model, {}))[field]).toBe(absent)
      for (const end of [min, max])
        expect((await accepted(model, { [field]: end }))[field]).toBe(end)

      const range = { field, problem: 'out_of_range', min, max }
      for (const outside of [min - 1, min - 0.01, max + 1, max + 0.01]) {
        expect(await refused(model, { [field]: outside }, range)).toContain(
          `between ${min} and ${max}`,
        )
      }
      for (const odd of ['many', true, [min]]) await refused(model, { [field]: odd }, { field })
    },
  )

  it('of every model is in the table', () => {
    expect(named(numbers)).toEqual(fieldsOf(({ kind }) => kind === 'number'))
  })
})

describe('a choice', () => {
  it.each(options)('%s %s %s: %j', async (type, id, field, values) => {
    const model = modelOf(type, id)
    expect((await accepted(model, {}))[field]).toBe(values[0])
    for (const value of values) {
      const needed = optionNeeds[`${id} ${field}`]?.[value]
      const beside = needed === undefined ? {} : { [needed]: fileFor('image') }
      expect((await accepted(model, { [field]: value, ...beside }))[field]).toBe(value)
      if (needed !== undefined)
        await refused(model, { [field]: value }, { field, problem: 'not_an_option' })
    }
    for (const odd of ['nonsense', 0, 5, '']) {
      const message = await refused(model, { [field]: odd }, { field, problem: 'not_an_option' })
      // Every option is listed, also one that needs an image.
      for (const value of values) expect(message).toContain(String(value))
    }
  })

  it('of every model is in the table', () => {
    expect(named(options)).toEqual(fieldsOf(({ kind }) => kind === 'segments' || kind === 'shape'))
  })
})

describe('a required field', () => {
  it.each(requirements)('%s %s with %j: %j', async (type, id, own, missing) => {
    const { status, body } = await create(modelOf(type, id), own)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(body.fields.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      missing.toSorted(),
    )
  })

  it('of every model is in the table', () => {
    expect(new Set(requirements.map(([type, id]) => `${type} ${id}`)).size).toBe(
      builtInModels.length,
    )
  })

  it('is reported in the reader’s language', async () => {
    const model = modelOf('image-to-video', 'image-to-video')
    const { body } = await create(
      model,
      { num_frames: 101, frames_per_second: 4 },
      { 'accept-language': 'zh' },
    )
    expect(body.fields.map(({ message }: { message: string }) => message)).toEqual([
      '提示词为必填项',
      '图片为必填项',
      '帧数必须在 81 到 100 之间',
      '帧率必须在 5 到 24 FPS 之间',
    ])
  })
})

describe('a fixed value', () => {
  it.each(fixedValues)('%s: %s is %j, also when %j is sent', async (type, field, fixed, sent) => {
    const model = modelOf(type, type)
    const plain = await createWith(model, {})
    const overruled = await createWith(model, { [field]: sent })
    expect(overruled.body.generation.input[field]).toBe(fixed)
    expect(overruled.body.credits_charged).toBe(plain.body.credits_charged)
  })

  it('of every model is in the table', () => {
    expect(named(fixedValues.map(([type, field]) => [type, type, field]))).toEqual(
      fieldsOf(({ kind }) => kind === 'fixed'),
    )
  })
})

describe.each(builtInModels.map((model) => [model.generationType, model.id, model] as const))(
  '%s %s',
  (_, __, model) => {
    const max = { 'eleven-v3': 5_000, 'gemini-2.5-flash': 10_000 }[model.id] ?? 2_000
    it(`accepts texts of up to ${max} characters`, async () => {
      for (const [field] of controlsOf(model, 'text')) {
        expect((await accepted(model, { [field]: '狐'.repeat(max) }))[field]).toHaveLength(max)
        const tooLong = { [field]: 'x'.repeat(max + 1) }
        await refused(model, tooLong, { field, problem: 'too_long', max })
      }
    })

    it('accepts switches, and seeds from 0', async () => {
      for (const [field] of controlsOf(model, 'switch')) {
        for (const value of [true, false])
          expect((await accepted(model, { [field]: value }))[field]).toBe(value)
        await refused(model, { [field]: 'yes' }, { field })
      }
      for (const [field] of controlsOf(model, 'seed')) {
        for (const value of [0, 999_999, '196619188014358661', '18446744073709551615']) {
          expect((await accepted(model, { [field]: value }))[field]).toBe(value)
        }
        expect((await accepted(model, { [field]: '42' }))[field]).toBe(42)
        for (const value of [-1, 1.5, 1e30, 'x', '18446744073709551616', true])
          await refused(model, { [field]: value }, { field, problem: 'out_of_range' })
      }
    })

    it('accepts files of its kind at addresses, and reports problems of others', async () => {
      for (const [field, control] of controlsOf(model, 'file')) {
        if (control.kind !== 'file' || control.maskOf) continue
        const { when } = model.fields[field] ?? {}
        const around = when ? { [when.field]: when.among[0] } : {}
        await accepted(model, { ...around, [field]: fileFor(control.accept) })
        const other = fileFor(control.accept === 'image' ? 'video' : 'image')
        for (const [address, problem] of [
          [other, 'wrong_file'],
          [
            '/media/01990000-0000-7000-8000-000000000000/01990000-0000-7000-8000-000000000000/1.png',
            'not_reachable',
          ],
          ['nonsense', 'not_an_address'],
          ['file:///etc/passwd', 'not_an_address'],
          ['javascript:alert(1)', 'not_an_address'],
        ]) {
          await refused(model, { ...around, [field]: address }, { field, problem })
        }
      }
    })

    it('limits the number of reference images', async () => {
      for (const [field, control] of controlsOf(model, 'files')) {
        if (control.kind !== 'files') continue
        const many = (count: number) => Array.from({ length: count }, () => fileFor('image'))
        expect((await accepted(model, { [field]: many(control.max) }))[field]).toHaveLength(
          control.max,
        )
        await refused(
          model,
          { [field]: many(control.max + 1) },
          { field, problem: 'too_many', max: control.max },
        )
      }
    })

    it('ignores unknown fields', async () => {
      const input = await accepted(model, { user: 'x', price: 0, style: 'noir', constructor: 1 })
      for (const name of ['user', 'price', 'style']) expect(input).not.toHaveProperty(name)
    })
  },
)

function controlsOf({ fields }: Model, kind: Control['kind']) {
  return Object.entries(fields).flatMap(([name, { control }]) =>
    control.kind === kind ? [[name, control] as const] : [],
  )
}

function named(rows: readonly (readonly [string, string, string, ...unknown[]])[]): string[] {
  return rows.map(([type, model, field]) => `${type} ${model} ${field}`).toSorted()
}

function fieldsOf(isMeant: (control: Control) => boolean): string[] {
  return builtInModels
    .flatMap(({ generationType, id, fields }) =>
      Object.entries(fields).flatMap(([name, { control }]) =>
        isMeant(control) ? [`${generationType} ${id} ${name}`] : [],
      ),
    )
    .toSorted()
}
