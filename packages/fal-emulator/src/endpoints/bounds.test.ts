import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExpectedBounds, expectedBounds } from '../testing/expected-bounds.ts'
import { type EmulatorClient, type TestEmulators, testEmulators } from '../testing/test-emulator.ts'
import { endpoints } from './endpoints.ts'

let world: TestEmulators
let emulator: EmulatorClient

beforeAll(async () => {
  world = await testEmulators()
  emulator = await world.start({ media: 'plain', durable: false, concurrency: 4, delayMs: 0 })
})
afterAll(() => world.close())

type Complaint = { loc: string[]; type: string; ctx?: object }

/** The outcome of every input: 200, or its one issue. */
async function outcomes(endpoint: string, inputs: object[]): Promise<unknown[]> {
  const jobs = await Promise.all(inputs.map((input) => emulator.accepted(input, endpoint)))
  await Promise.all(jobs.map((job) => emulator.completed(job)))
  const results = await Promise.all(jobs.map((job) => emulator.result(job)))
  return results.map(({ status, body }) =>
    status === 422 ? (body as { detail: Complaint[] }).detail : status,
  )
}

const issue = (field: string, type: string, ctx?: object) => [
  expect.objectContaining({ loc: ['body', field], type, ...(ctx && { ctx }) }),
]

function rangesOf({ integers = {}, numbers = {} }: ExpectedBounds) {
  const rows = [
    ...Object.entries(integers).map(([field, ends]) => ({ field, ends, step: 1 })),
    ...Object.entries(numbers).map(([field, ends]) => ({ field, ends, step: 0.001 })),
  ]
  return rows.map(({ field, ends: [least, most], step }) => ({ field, least, most, step }))
}

it('is the same list of endpoints as the table', () => {
  expect(expectedBounds.map(({ id }) => id).sort()).toEqual(endpoints.map(({ id }) => id).sort())
})

describe.each(expectedBounds)('$id', (row) => {
  const { id, needs, options = {} } = row

  it('requires its required fields, and no more', async () => {
    const required = Object.keys(needs)
    const lacking = required.map((field) =>
      Object.fromEntries(Object.entries(needs).filter(([name]) => name !== field)),
    )
    const missing = required.map((field) => issue(field, 'missing'))
    expect(await outcomes(id, [needs, ...lacking])).toEqual([200, ...missing])
  })

  it('accepts both ends of every range and rejects values outside', async () => {
    const ranges = rangesOf(row)
    const ends = ['least', 'most'] as const
    const whole = ends.map((end) => ({
      ...needs,
      ...Object.fromEntries(ranges.map((range) => [range.field, range[end]])),
    }))
    const outside = ranges.flatMap(({ field, least, most, step }) => [
      {
        input: { ...needs, [field]: least - step },
        answer: issue(field, 'greater_than_equal', { ge: least }),
      },
      {
        input: { ...needs, [field]: most + step },
        answer: issue(field, 'less_than_equal', { le: most }),
      },
    ])
    const fractions = Object.entries(row.integers ?? {}).map(([field, [least]]) => ({
      input: { ...needs, [field]: least + 0.5 },
      answer: issue(field, 'int_type'),
    }))
    const refused = [...outside, ...fractions]
    const answers = await outcomes(id, [...whole, ...refused.map(({ input }) => input)])
    expect(answers).toEqual([200, 200, ...refused.map(({ answer }) => answer)])
  })

  it('accepts every option and no other', async () => {
    const fields = Object.entries(options)
    const good = fields.flatMap(([field, list]) =>
      list.split(' ').map((option) => ({ ...needs, [field]: option })),
    )
    const bad = fields.flatMap(([field]) => [
      { ...needs, [field]: '1080p' },
      { ...needs, [field]: 2 },
    ])
    const refused = fields.flatMap(([field]) =>
      Array.from({ length: 2 }, () => issue(field, 'literal_error')),
    )
    expect(await outcomes(id, [...good, ...bad])).toEqual([...good.map(() => 200), ...refused])
  })
})

it('nano-banana requires a prompt of 3 characters, moondream one of 1', async () => {
  const url = 'http://127.0.0.1:9/file'
  const nano = { image_urls: [url] }
  expect(
    await outcomes('fal-ai/nano-banana/edit', [
      { ...nano, prompt: 'ab' },
      { ...nano, prompt: 'abc' },
    ]),
  ).toEqual([issue('prompt', 'string_too_short', { min_length: 3 }), 200])
  expect(
    await outcomes('fal-ai/moondream3-preview/query', [{ image_url: url, prompt: '' }]),
  ).toEqual([issue('prompt', 'string_too_short', { min_length: 1 })])
})
