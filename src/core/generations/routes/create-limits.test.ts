import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { readMoney } from '#testing/context.ts'
import { testPerson } from '#testing/person.ts'
import { listeningServer } from '#testing/server.ts'

const price = 30
const patience = 300_000
/** So low a rate that no start is added while a test runs. */
const minimalRate = 0.001
const rates = {
  account: { burst: 20, perMinute: minimalRate },
  key: { burst: 15, perMinute: minimalRate },
}

// Two servers in one process equal two web processes here: they share the database only.
const [first, second] = [
  await listeningServer(() => ({ rates })),
  await listeningServer(() => ({ rates })),
]
// No job runs: one that fails on a busy machine is refunded, and another one starts.
for (const { worker } of [first, second]) await worker.stop()
const { context } = first

type Headers = Record<string, string>

/** The system's queue rejects more connections at a time. */
const limitConnections = pLimit(100)

/** Posts 1,000 creates at once to both servers; `who`: the headers of each. */
async function thousand(
  who: (n: number) => Headers,
  path: (n: number) => string = () => '/api/image-generation/create',
) {
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, n) =>
      limitConnections(async () => {
        const response = await fetch(`${[first, second][n % 2]?.url}${path(n)}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...who(n) },
          body: JSON.stringify({
            model: 'flux-dev',
            prompt: 'a fox',
            image_generation_type: 'text-to-image',
          }),
        })
        const { code = 'started', ...body } = (await response.json()) as {
          code?: string
          required?: number
          max?: number
        }
        return {
          code,
          body,
          status: response.status,
          retryAfter: response.headers.get('retry-after'),
        }
      }),
    ),
  )
  const codes = Map.groupBy(answers, ({ code }) => code)
  const counts = Object.fromEntries(codes.entries().map(([code, those]) => [code, those.length]))
  return { counts, refused: answers.find(({ status }) => status !== 200) }
}

/** The charges of the ledger and of the account, without refunds. */
async function charged(accountId: string) {
  const { entries } = await readMoney(context, accountId)
  return entries.filter(({ reason }) => reason === 'charge').length
}

it(
  'of 1,000 creates at once, as many start as the balance pays for',
  async () => {
    const { account, headers } = await testPerson(first, { credits: 7 * price + 1 })
    const { counts, refused } = await thousand(() => headers)
    expect(counts).toEqual({ started: 7, insufficient_credits: 993 })
    expect(refused).toMatchObject({ status: 400, body: { required: price } })
    expect(await charged(account.id)).toBe(7)
  },
  patience,
)

it(
  'of 1,000 creates at once, as many start as the daily cap allows',
  async () => {
    const person = await testPerson(first, { credits: 100_000 })
    await person.request('PATCH', '/api/account', { daily_cap: 9 * price + 29 })
    const { counts, refused } = await thousand(() => person.headers)
    expect(counts).toEqual({ started: 9, daily_cap: 991 })
    expect(refused).toMatchObject({
      status: 403,
      body: { required: price, max: 9 * price + 29, current: 9 * price },
    })
    expect((await person.request('GET', '/api/account')).body.limits.spent_today).toBe(9 * price)
  },
  patience,
)

it(
  'of 1,000 creates at once, as many start as the rates of key and account allow',
  async () => {
    const { account, headers } = await testPerson(first, { credits: 100_000 })
    const key = { authorization: `Bearer ${await createApiKey(context, account.id, 'test')}` }

    const ofKey = await thousand(() => key)
    expect(ofKey.counts).toEqual({ started: 15, too_many_starts: 985 })
    expect(ofKey.refused?.status).toBe(429)
    expect(Number(ofKey.refused?.retryAfter)).toBeGreaterThan(1)

    const ofAccount = await thousand((n) => (n % 2 === 0 ? headers : key))
    expect(ofAccount.counts).toEqual({ started: 5, too_many_starts: 995 })
    expect(await charged(account.id)).toBe(20)
  },
  patience,
)

it('the ledger stays consistent', async () => {
  expect((await verifyLedger(context)).faults).toEqual([])
})
