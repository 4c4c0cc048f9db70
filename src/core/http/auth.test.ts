import { expect, it } from 'vitest'
import { createKey } from '#core/accounts/api-keys.ts'
import { createRequester, testPerson } from '#testing/person.ts'
import { errorCodeOf } from '#testing/security/error-code.ts'
import { testServer } from '#testing/server.ts'
import { basesOf } from './env.ts'

const server = await testServer()
const { app, context, options } = server
const { account } = await testPerson(server)
const { key } = await createKey(context, { accountId: account.id, name: 'looks', scopes: ['read'] })

const all = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))]
const unsafe = all.filter((route) => /^(POST|PUT|PATCH|DELETE) \//.test(route))

/** Quotes, and addresses of features that look at the scope themselves. */
const readsToo = new Set([
  '/api/generations/quote',
  ...basesOf(options.features).flatMap(({ path, looksAtScopes }) => (looksAtScopes ? [path] : [])),
])

it.each(unsafe)('a read-only key is rejected at %s', async (route) => {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace('*', 'x').replaceAll(/:(\w+)(\{[^}]*\})?/g, 'x')
  for (const scheme of ['Bearer', 'Key']) {
    const answer = await createRequester(app, { authorization: `${scheme} ${key}` })(
      method,
      path,
      {},
    )
    const { status } = answer
    const code = errorCodeOf(answer.body)
    if (readsToo.has(path)) expect(code).not.toBe('key_scope')
    else expect({ status, code }).toEqual({ status: 403, code: 'key_scope' })
  }
})

it('a read-only key can read and quote prices', async () => {
  expect(unsafe.length).toBeGreaterThan(20)
  const request = createRequester(app, { authorization: `Bearer ${key}` })
  expect((await request('GET', '/api/account')).status).toBe(200)
  const question = { model: 'flux-dev', input: { prompt: 'a fox' } }
  expect(await request('POST', '/api/generations/quote', question)).toMatchObject({
    status: 200,
    body: { credits: 30 },
  })
})
