import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { accountHeader } from '#core/history/contract/browser-state.ts'
import { paymentServer } from '#testing/api/payments.ts'
import { testProviders } from '#testing/context.ts'
import { sampleFile } from '#testing/files.ts'
import type { Operation } from '#testing/security/admin-operation.ts'
import { featureMatrices } from '#testing/security/feature-matrices.ts'
import {
  type ApiDocument,
  adminOperations,
  describedOperations,
} from '#testing/security/fuzz-operations.ts'
import { junk, type Known, nearly, oddText } from '#testing/security/fuzz-values.ts'
import { makeCaller } from '#testing/security/matrix-callers.ts'
import * as things from '#testing/security/matrix-resources.ts'

/** Cases per operation; `FUZZ_RUNS=1000` searches longer. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 8)

const admins = new Set<string>()
const providers = testProviders('http://127.0.0.1:65531')
const server = await paymentServer({ admins, autoRefund: false, providers, resultWaitMs: 1 })
const context = { ...server.context, admins }
const document = (await (await server.app.request('/api/openapi.json')).json()) as ApiDocument
const photo = new Uint8Array(await sampleFile('photo.png'))
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(
  document,
  'api',
)

type Case = {
  query: [string, unknown][]
  path: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
}

/** Files by name, to keep reports of failures short. */
const files: Record<string, Uint8Array<ArrayBuffer>> = {
  nothing: new Uint8Array(),
  text: new Uint8Array(Buffer.from('<svg onload="alert(1)">')),
  photo,
  half: photo.slice(0, photo.length / 2),
  broken: photo.map((byte, place) => (place % 97 === 0 ? 0 : byte)),
}
const form = fc.record({ name: oddText, file: fc.constantFrom(...Object.keys(files)) })

/** Arbitrary requests of an operation, mostly nearly valid. */
function casesOf({ parameters, body, isMultipart }: Operation, known: Known): fc.Arbitrary<Case> {
  const named = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .map(({ name, schema }) => [name, nearly(schema, known, name)]),
    )
  const query = named('query')
  // The page's account is usually absent: a wrong one is rejected before anything else.
  const { [accountHeader]: _, ...headers } = named('header')
  const allHeaders = named('header')
  const asked = fc.record(query, { requiredKeys: [] }).map((given) => Object.entries(given))
  const odd = fc.array(
    fc.tuple(fc.oneof(oddText, fc.constantFrom(...Object.keys(query), 'x')), oddText),
    {
      maxLength: 4,
    },
  )
  return fc.record({
    query: fc.oneof({ weight: 4, arbitrary: asked }, { weight: 1, arbitrary: odd }),
    path: fc.record(named('path')),
    headers: fc.oneof(
      { weight: 4, arbitrary: fc.record(headers) },
      { weight: 1, arbitrary: fc.record(allHeaders) },
    ),
    body: isMultipart
      ? form
      : body
        ? nearly(body, known)
        : fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, junk),
  })
}

function requestOf({ method, path, isMultipart }: Operation, given: Case): [string, RequestInit] {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(given.path[name]))
  const query = given.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const headers = Object.entries(given.headers).flatMap(([name, value]) => {
    // `String` throws for an object whose `toString` is no function.
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    return [[name, text.replace(/[^\x21-\x7e]/g, '')]]
  })
  const url = `http://localhost:3000${place}${query ? `?${query}` : ''}`
  if (method === 'GET' || given.body === undefined)
    return [url, { method, headers: Object.fromEntries(headers) }]
  const type = isMultipart ? {} : { 'content-type': 'application/json' }
  return [
    url,
    {
      method,
      headers: { ...Object.fromEntries(headers), ...type },
      body: bodyOf(given.body, isMultipart),
    },
  ]
}

function bodyOf(body: unknown, isMultipart: boolean): string | FormData {
  if (!isMultipart) return JSON.stringify(body)
  const { name, file } = body as { name: string; file: string }
  const data = new FormData()
  data.set('file', new Blob([files[file] ?? photo]), name)
  return data
}

function encode(value: unknown): string {
  return encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
  )
}

/** Expects a documented status and body, without internals. */
async function expectDocumented(
  { method, path, answers, schemas }: Operation,
  response: Response,
): Promise<void> {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const isStream = type === 'text/event-stream'
  const text = isStream ? '' : await response.text()
  if (isStream) await response.body?.cancel()
  const types = answers[response.status]
  expect(types, `${response.status} ${text.slice(0, 500)}`).toBeDefined()
  expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d/)
  if (type !== 'application/json' || !types?.includes(type))
    return expect(types?.length === 0 || types?.includes(type), type).toBe(true)
  const place = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    response.status,
    'content',
    type,
    'schema',
  ]
  const pointer = place
    .map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
  const validate = ajv.compile(schemas?.[response.status] ?? { $ref: `api#/${pointer.join('/')}` })
  expect(validate(JSON.parse(text)) ? [] : validate.errors, text.slice(0, 1_000)).toEqual([])
}

async function makeWorld() {
  const makes = [
    things.failed('image'),
    things.waiting('image'),
    things.finished('image'),
    things.key,
    things.session,
    ...featureMatrices.flatMap(({ fuzzed = [] }) => fuzzed),
    things.file(false),
  ]
  const owner = await makeCaller(context, 'owner', makes)
  const [create, read, admin] = [
    await makeCaller(context, 'create', []),
    await makeCaller(context, 'read', []),
    await makeCaller(context, 'admin', []),
  ]
  const { own, accountId, email } = owner
  const ids = [...own, accountId, '01990000-0000-7000-8000-000000000000']
  const many = [own.slice(0, 3), [own[2]], ids]
  const known = {
    ...{
      id: ids,
      imageId: ids,
      request_id: ids,
      job_id: ids,
      record_id: ids,
      generation: ids,
      token: ids,
      parent_id: ids,
    },
    ...{
      ids: many,
      imageIds: many,
      email: [email],
      find: [email, accountId, '', ...ids],
      pack: ['start'],
      manual_refund: [true],
    },
    [accountHeader]: [accountId],
    timeZone: ['Europe/Berlin', 'UTC'],
    // Far pages are empty, so their content would not be validated.
    page: [1],
    'x-fal-target-url': [
      'https://queue.fal.run/fal-ai/flux/schnell',
      ...ids.map((id) => `https://queue.fal.run/fal-ai/flux/requests/${id}/status`),
    ],
  }
  return { known, callers: [owner, owner, create, read, admin, { headers: {} }] }
}

describe('any request', () => {
  it.each(
    [...describedOperations(document), ...adminOperations].map(
      (one) => [`${one.method} ${one.path}`, one] as const,
    ),
  )(
    '%s answers as it is described',
    async (_, operation) => {
      const { known, callers } = await makeWorld()
      const who = operation.path.startsWith('/api/admin/') ? callers.slice(4, 5) : callers
      const cases = fc.tuple(casesOf(operation, known), fc.constantFrom(...who))
      await fc.assert(
        fc.asyncProperty(cases, async ([given, { headers }]) => {
          const [url, init] = requestOf(operation, given)
          await expectDocumented(
            operation,
            await server.app.request(url, { ...init, headers: { ...init.headers, ...headers } }),
          )
        }),
        { numRuns },
      )
    },
    60_000 + 100 * numRuns,
  )

  it('leaves the ledger consistent', async () => {
    expect(await verifyLedger(context)).toMatchObject({ faults: [] })
  })
})
