import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { createRecentCallers } from '#core/accounts/sign-in/recent-callers.ts'
import { readMoney } from '#testing/context.ts'
import { testPerson } from '#testing/person.ts'
import { listeningServer } from '#testing/server.ts'

const server = await listeningServer(() => ({}), { faults: { delayMs: 3_600_000 } })
const { url, context } = server
const { database } = context

/** An account with a key that was used a moment ago, so that this process remembers it. */
async function rememberedKey() {
  const { account } = await testPerson(server, { credits: 500 })
  const key = await createApiKey(context, account.id, 'test')
  const create = async (requestId: string) => {
    const response = await fetch(`${url}/api/image-generation/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'flux-dev', prompt: 'a fox', request_id: requestId }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  expect(await create('first')).toMatchObject({ status: 200 })
  return { account, create }
}

it.each([
  ['is revoked', sql`update api_key set revoked_at = now() where account_id = `],
  ['has a deleted account', sql`update account set deleted_at = now() where id = `],
])('a remembered key that %s in another process starts and shows nothing', async (_, change) => {
  const { account, create } = await rememberedKey()
  // As in a process whose notification has not arrived yet.
  await sql`${change}${account.id}`.execute(database)
  expect(await create('second')).toMatchObject({ status: 401 })
  expect(await create('first')).toMatchObject({ status: 401 })
  expect(await readMoney(context, account.id)).toMatchObject({ balance: 470 })
})

it('a suspension and a changed default visibility apply to the next start', async () => {
  const { account, create } = await rememberedKey()
  await sql`update account set default_public = false where id = ${account.id}`.execute(database)
  const made = await create('second')
  expect(made.body).toMatchObject({ generation: { is_public: false } })
  await sql`update account set suspended_at = now() where id = ${account.id}`.execute(database)
  expect(await create('third')).toMatchObject({ status: 403 })
})

it('a revocation and a gap in the notifications are heard, and a memory ends', async () => {
  const { account } = await testPerson(server)
  const heard = { revocation: (_: string | null) => {}, gap: () => {} }
  let now = 0
  const recent = createRecentCallers(
    {
      onRevocation: (revocation) => void Object.assign(heard, { revocation }),
      onGap: (gap) => void Object.assign(heard, { gap }),
    },
    () => now,
  )
  const credential = { apiKey: 'k' }
  const caller = { account, key: null }
  const found = () => {
    recent.remember(credential, caller)
    return recent.find(credential)
  }
  expect(found()).toBe(caller)
  for (const forget of [
    () => heard.revocation(account.id),
    () => heard.revocation(null),
    heard.gap,
    () => {
      now += 5_000
    },
  ]) {
    expect(found()).toBe(caller)
    forget()
    expect(recent.find(credential)).toBeUndefined()
  }
  expect(found()).toBe(caller)
  heard.revocation('another account')
  expect(recent.find(credential)).toBe(caller)
  recent.remember({ session: 's' }, caller)
  expect(recent.find({ session: 's' })).toBeUndefined()
})
