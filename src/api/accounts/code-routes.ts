import { OpenAPIHono } from '@hono/zod-openapi'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RedeemCode, RedeemedView } from '#contract/payments/gift-codes.ts'
import { redeemCode } from '#services/accounts/redeem-code.ts'
import { Refused } from '#services/refused.ts'
import type { ApiOptions, Env } from '../env.ts'
import { HttpError } from '../errors.ts'
import { json, refusals, sessionRoute } from '../route.ts'

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

/** Gift codes, in a session only. */
export function codeRoutes({ context }: ApiOptions) {
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
