import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { insertSession } from '#core/accounts/queries/sessions.ts'
import { type Credential, findRevoked, markOf } from '#core/accounts/sign-in/authenticate.ts'
import { signOut } from '#core/accounts/sign-in/sessions.ts'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import { revokeSessions } from '#core/accounts/suspend-account.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { createRevocationWatcher } from './revocation-watcher.ts'

const context = await testContext()
const account = await testAccount(context)

/** Watches a credential; `gone` settles when it is revoked. */
function watchCredential(
  watchers: ReturnType<typeof createRevocationWatcher>,
  credential: Credential,
) {
  const { promise: gone, resolve: leave } = Promise.withResolvers<string>()
  onTestFinished(
    watchers.watch({ accountId: account.id, mark: markOf(credential) }, () =>
      leave('told to leave'),
    ),
  )
  return gone
}

async function openSession() {
  const session = newToken(account.id)
  await insertSession(context.database, {
    id: uuid(),
    accountId: account.id,
    tokenHash: hashToken(session),
  })
  return { session }
}

const openList = (every = 10) =>
  createRevocationWatcher({
    onError: () => undefined,
    findRevoked: (marks) => findRevoked(context, marks),
    every,
  })

describe('a revocation watcher', () => {
  it('ends the streams whose session ended or whose key was revoked, and no others', async () => {
    const watchers = openList()
    const [session, other] = [await openSession(), await openSession()]
    const apiKey = await createApiKey(context, account.id, 'test')
    const [first, second] = [watchCredential(watchers, session), watchCredential(watchers, session)]
    const [program, staying] = [
      watchCredential(watchers, { apiKey }),
      watchCredential(watchers, other),
    ]

    await signOut(context, session.session)
    expect(await Promise.all([first, second])).toEqual(['told to leave', 'told to leave'])
    await sql`update api_key set revoked_at = now()`.execute(context.database)
    expect(await program).toBe('told to leave')
    expect(await Promise.race([staying, Promise.resolve('still here')])).toBe('still here')
  })

  it('checks at once after a revocation of an account', async () => {
    const watchers = openList(3_600_000)
    const [session, other] = [await openSession(), await openSession()]
    const [gone, staying] = [watchCredential(watchers, session), watchCredential(watchers, other)]
    await signOut(context, session.session)
    await watchers.check(uuid())
    expect(await Promise.race([gone, Promise.resolve('still here')])).toBe('still here')
    await watchers.check(account.id)
    expect(await gone).toBe('told to leave')
    expect(await Promise.race([staying, Promise.resolve('still here')])).toBe('still here')
  })

  it('checks the streams of every account after a general revocation', async () => {
    const watchers = openList(3_600_000)
    const session = await openSession()
    const gone = watchCredential(watchers, session)
    await revokeSessions(context, { actor: 'a test', reason: 'x' }, { name: null })
    await watchers.check(null)
    expect(await gone).toBe('told to leave')
  })

  it('keeps all streams while the database is unavailable', async () => {
    const { promise: askedTwice, resolve } = Promise.withResolvers<void>()
    let asked = 0
    const watchers = createRevocationWatcher({
      onError: () => undefined,
      every: 10,
      findRevoked: async (marks) => {
        if (++asked === 1) throw new Error('unavailable')
        resolve()
        return asked === 2 ? [] : marks
      },
    })
    const gone = watchCredential(watchers, { session: 'a' })
    await askedTwice
    expect(await Promise.race([gone, Promise.resolve('still here')])).toBe('still here')
  })
})
