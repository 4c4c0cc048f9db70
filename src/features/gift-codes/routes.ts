import { OpenAPIHono } from '@hono/zod-openapi'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { json, refusals, sessionRoute } from '#core/http/route.ts'
import { Refused } from '#core/refused.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import { adminRoutes } from './admin-routes.ts'
import { RedeemCode, RedeemedView } from './contract.ts'
import type english from './messages/errors.en.json'
import { redeemCode } from './redeem-code.ts'

/** How many unknown codes an account may try in an hour, in each process. */
const maxGuesses = 10

const redeem = sessionRoute({
  method: 'post',
  path: '/api/codes/redeem',
  summary: 'Redeem a gift code',
  description:
    'Adds its credits, once for each account and code. 404 `code_unknown`; 409 `code_disabled`, `code_expired`, ' +
    '`code_used_up` or `code_redeemed`. After 10 unknown codes within an hour 429.',
  body: RedeemCode,
  responses: {
    200: json(RedeemedView, 'What it gave.'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 429),
  },
})

export const errors = {
  statuses: {
    code_unknown: 404,
    code_redeemed: 409,
    code_disabled: 409,
    code_expired: 409,
    code_used_up: 409,
  },
  texts: await loadMessages<typeof english>(
    (language) => import(`./messages/errors.${language}.json`, { with: { type: 'json' } }),
  ),
} as const

export { ledgerNotes } from './ledger-notes.ts'

/** Redeeming, in a session only, and what operators do. */
export function routes(options: ApiOptions) {
  return new OpenAPIHono<Env>().route('/', redeemRoutes(options)).route('/', adminRoutes(options))
}

function redeemRoutes({ context }: ApiOptions) {
  const guesses = new RateLimiterMemory({ points: maxGuesses, duration: 3_600 })
  return new OpenAPIHono<Env>().openapi(redeem, async (c) => {
    const { id: accountId } = c.get('account')
    await takeGuess(guesses, accountId)
    try {
      const { credits, account } = await redeemCode(context, {
        accountId,
        text: c.get('body').code,
      })
      await guesses.reward(accountId)
      return c.json({ credits, balance: account.credits }, 200)
    } catch (error) {
      // What is known was not guessed.
      if (!(error instanceof Refused) || error.refusal.reason !== 'code_unknown')
        await guesses.reward(accountId)
      throw error
    }
  })
}

/** Taken before the code is looked up, so that concurrent guesses count. */
async function takeGuess(guesses: RateLimiterMemory, accountId: string): Promise<void> {
  await guesses.consume(accountId).catch((refusal: unknown) => {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
    throw new HttpError('too_many_requests', String(seconds))
  })
}
