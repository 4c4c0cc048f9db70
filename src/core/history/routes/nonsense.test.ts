import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { failed, historyStudio, missingId, modelOf } from '#testing/api/history.ts'
import { historyQuery } from '../contract/history-query.ts'
import { histories } from './histories.ts'

const { context, owner } = await historyStudio()
const client = await owner()
const mine = await client.finish(modelOf('image').id, {}, failed)

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    '\u0000',
    '%',
    "'",
    '\\',
    '{}',
    '#model:flux',
    '-1',
    '1e9',
    '2026-02-30',
    '0001-01-01',
  ),
)
const odd = fc.constantFrom('\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff')
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  odd,
  fc.constantFrom(mine, missingId, null, true, false, 0, 1.5, -1, 2 ** 53),
  fc.array(fc.oneof(text, odd, fc.constantFrom(mine, missingId, 7, null)), { maxLength: 6 }),
  fc.dictionary(text, text, { maxKeys: 2 }),
)

/** Nearly valid bodies, which pass the first checks, and others. */
function bodyOf(names: readonly string[]) {
  const right: Record<string, fc.Arbitrary<unknown>> = {
    imageId: fc.constant(mine),
    isFavorite: fc.boolean(),
    manual_refund: fc.constant(true),
    ids: fc.array(fc.oneof(fc.constant(mine), odd, text), { minLength: 1, maxLength: 3 }),
    tags: fc.array(fc.oneof(odd, text), { maxLength: 3 }),
  }
  const near = fc.record(
    Object.fromEntries(
      names.map((name) => [name, fc.oneof(right[name] ?? fc.oneof(odd, text), value)]),
    ),
  )
  return fc.oneof(value, near, near, fc.dictionary(fc.constantFrom(...names), value))
}

/** Expects no internal error and no error without a code, for any request. */
async function expectAnswer(asked: ReturnType<typeof client.request>) {
  const { status, body } = await asked
  expect(status, JSON.stringify(body)).toBeLessThan(500)
  if (status >= 400)
    expect(body).toMatchObject({
      error: expect.stringMatching(/./),
      code: expect.stringMatching(/./),
    })
}

describe('any request', () => {
  it.each(histories)(
    'to $base/history gets an answer or a described error',
    async ({ base, kind, pageSize }) => {
      const names = Object.keys(historyQuery(kind, pageSize).shape)
      const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), text), text), {
        maxLength: 5,
      })
      await fc.assert(
        fc.asyncProperty(pairs, (given) => {
          const query = given.map(([name, said]) => `${encode(name)}=${encode(said)}`).join('&')
          return expectAnswer(client.request('GET', `${base}/history?${query}`))
        }),
        { numRuns: 80 },
      )
    },
  )

  const calls = [
    ...histories.flatMap(({ base }) => [
      ['POST', `${base}/favorite`, ['imageId', 'isFavorite', 'tags']] as const,
      ['DELETE', `${base}/delete`, ['id', 'ids', 'deleteFiles']] as const,
    ]),
    ['POST', '/api/generations/restore', ['ids']] as const,
    ['POST', '/api/wan/refundCredits', ['request_id', 'reason', 'manual_refund']] as const,
    ['POST', '/api/wan/updateAudioStatus', ['request_id', 'status']] as const,
  ]
  it.each(calls)('%s %s gets an answer or a described error', async (method, path, names) => {
    await fc.assert(
      fc.asyncProperty(bodyOf(names), (given) => expectAnswer(client.request(method, path, given))),
      { numRuns: 120 },
    )
  })

  it.each([
    'audio-generation/status?record_id=',
    'image-understanding/status?job_id=',
    'generations/',
  ])('GET /api/%s… gets an answer or a described error', async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(odd, text), (id) =>
        expectAnswer(client.request('GET', `/api/${path}${encode(id)}`)),
      ),
      { numRuns: 60 },
    )
  })

  afterAll(async () => {
    expect(await verifyLedger(context)).toMatchObject({ faults: [] })
  })
})

function encode(said: string): string {
  return encodeURIComponent(said.toWellFormed())
}
