import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { testContext, testSignInMethod } from '#testing/context.ts'
import { finishSignIn } from './open-session.ts'

const sub = uuid()
const identity = {
  issuer: 'https://id.example',
  subject: sub,
  email: `${sub}@example.com`,
  name: null,
}
// A provider that would accept the same answer repeatedly.
const context = await testContext({
  signInMethods: [
    testSignInMethod({ begin: () => Promise.reject(), finish: async () => identity }),
  ],
})

const finish = (state: string) =>
  finishSignIn(context, {
    method: 'google',
    callback: new URL('http://localhost:3000/api/auth/callback'),
    secrets: { state, nonce: 'n', verifier: 'v' },
    userAgent: null,
    replaces: null,
    pass: null,
  })

it('opens one session per attempt, however many concurrent requests return with it', async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => finish('the same')))
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  expect(refused).toHaveLength(9)
  for (const reason of refused)
    expect(reason).toMatchObject({ name: 'SignInRefused', reason: 'failed' })
  await finish('another')
  expect(await context.database.selectFrom('session').select('id').execute()).toHaveLength(2)
})
