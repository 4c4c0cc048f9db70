import { describe, expect, it } from 'vitest'
import { paymentServer } from '#testing/api/payments.ts'
import { testProviders } from '#testing/context.ts'
import { type ErrorAnswer, errorCodeOf } from '#testing/security/error-code.ts'
import { makeCaller, stateOf } from '#testing/security/matrix-callers.ts'
import { operations } from '#testing/security/matrix-requests.ts'
import { readTable } from '#testing/security/matrix-table.ts'

const admins = new Set<string>()
const providers = testProviders('http://127.0.0.1:65531')
const server = await paymentServer({ admins, autoRefund: false, providers })
const context = { ...server.context, admins }
const unsafe = [...readTable().keys()].filter((operation) => !/^(GET|ALL) /.test(operation))

/** The headers of a browser on another site's page, including nearly ours. */
const elsewhere: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://localhost:3000' },
  { origin: 'http://localhost' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3000@evil.example' },
  { origin: 'http://LOCALHOST.:3000' },
  { origin: '' },
  { 'sec-fetch-site': 'cross-site' },
]

describe('another site’s page with a valid cookie', () => {
  it.each(unsafe)('is rejected at %s', async (operation) => {
    const { make, request } = operations[operation] ?? {}
    const caller = await makeCaller(context, 'admin', make ? [make] : [])
    const [id = ''] = caller.own
    const [method = '', route = ''] = operation.split(' ')
    const {
      path = route.replace(':id', id),
      body,
      headers,
    } = (await request?.({ caller, id, ids: [id] })) ?? {}
    const before = await stateOf(context, caller.accountId)
    for (const site of elsewhere) {
      for (const type of ['application/json', 'text/plain']) {
        const answer = await server.app.request(`http://localhost:3000${path}`, {
          method,
          headers: { ...caller.headers, 'content-type': type, ...headers, ...site },
          ...(body && { body: body instanceof FormData ? 'x' : JSON.stringify(body) }),
        })
        const code = errorCodeOf((await answer.json()) as ErrorAnswer)
        expect([answer.status, code], JSON.stringify(site)).toEqual([403, 'foreign_origin'])
      }
    }
    expect(await stateOf(context, caller.accountId)).toEqual(before)
  })
})
