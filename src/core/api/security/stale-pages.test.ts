import { describe, expect, it } from 'vitest'
import { accountHeader, noAccount } from '#core/history/contract/browser-state.ts'
import { paymentServer } from '#testing/api/payments.ts'
import { testProviders } from '#testing/context.ts'
import { errorCodeOf } from '#testing/security/error-code.ts'
import { type Caller, makeCaller, stateOf } from '#testing/security/matrix-callers.ts'
import { operations } from '#testing/security/matrix-requests.ts'
import { readTable } from '#testing/security/matrix-table.ts'

const admins = new Set<string>()
const providers = testProviders('http://127.0.0.1:65531')
const server = await paymentServer({ admins, autoRefund: false, providers, resultWaitMs: 1 })
const context = { ...server.context, admins }
const other = await makeCaller(context, 'owner', [])
const unsafe = [...readTable().keys()].filter((operation) => !/^(GET|ALL) /.test(operation))

async function send(operation: string, caller: Caller, shown: string | undefined) {
  const [id = ''] = caller.own
  const [method = '', route = ''] = operation.split(' ')
  const { request } = operations[operation] ?? {}
  const {
    path = route.replace(':id', id),
    body,
    headers,
  } = (await request?.({ caller, id, ids: [id] })) ?? {}
  const isRaw = body instanceof FormData || body instanceof Blob
  const response = await server.app.request(`http://localhost:3000${path}`, {
    method,
    headers: {
      ...caller.headers,
      ...(body && !isRaw && { 'content-type': 'application/json' }),
      ...headers,
      ...(shown !== undefined && { [accountHeader]: shown }),
    },
    ...(body && { body: isRaw ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, code: errorCodeOf(answer) }
}

describe('a page that shows another account than the one signed in', () => {
  it.each(unsafe)('is rejected at %s', async (operation) => {
    const { make } = operations[operation] ?? {}
    const caller = await makeCaller(context, 'admin', make ? [make] : [])
    const before = await stateOf(context, caller.accountId)
    for (const shown of [other.accountId, noAccount, '', caller.email]) {
      expect(await send(operation, caller, shown), shown).toEqual({
        status: 409,
        code: 'account_changed',
      })
    }
    expect(await stateOf(context, caller.accountId)).toEqual(before)

    const own = await send(operation, caller, caller.accountId)
    expect(own.code).not.toBe('account_changed')
  })

  it('is asked to sign in after signing out', async () => {
    const caller = await makeCaller(context, 'ended', [])
    const create = 'POST /api/image-generation/create'
    expect(await send(create, caller, caller.accountId)).toEqual({
      status: 401,
      code: 'unauthorized',
    })
  })

  it('is compared with the account of an API key, too; the header is optional', async () => {
    const caller = await makeCaller(context, 'create', [])
    const create = 'POST /api/image-generation/create'
    expect(await send(create, caller, undefined)).toMatchObject({ status: 200 })
    expect(await send(create, caller, other.accountId)).toMatchObject({ code: 'account_changed' })
  })

  it('may still read', async () => {
    const headers = { ...other.headers, [accountHeader]: noAccount }
    expect(
      (await server.app.request('http://localhost:3000/api/account', { headers })).status,
    ).toBe(200)
  })
})
