import type { AccountView } from '#core/accounts/contract/account.ts'
import { decideStart, type StartRefusal } from '#core/generations/rules/start-generation.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { type Price, type Prices, priceOf } from '#core/models/rules/price.ts'
import { serverNow } from '#web/lib/api.ts'
import type { Recipe } from './recipe.ts'
import { starterOf } from './start-generation.ts'

/** The price of all of them, in credits; less may be paid where that is so of one. */
export function totalOf(
  recipes: readonly Recipe[],
  prices: Prices,
): Pick<Price, 'credits' | 'isMost'> {
  const each = recipes.map(({ model, values }) => priceOf(model, values, prices))
  return {
    credits: each.reduce((total, { credits }) => total + credits, 0),
    isMost: each.some(({ isMost }) => isMost),
  }
}

/**
 * Why these cannot all be started: the first one that would be refused alone, otherwise that the
 * credits or the day's limit do not cover their total. `index`: the refused one. Nothing may be
 * started unless this is `undefined`.
 */
export function refusalOfAll(
  recipes: readonly Recipe[],
  account: AccountView | null,
  prices: Prices,
): { refusal: StartRefusal; index: number } | undefined {
  const now = serverNow()
  const starter = account && starterOf(account, { seenAt: now, now })
  for (const [index, { model, values }] of recipes.entries()) {
    const parsed = parseInput(model, values)
    const decision = decideStart({
      problems: parsed.ok ? [] : parsed.problems,
      account: starter,
      price: parsed.ok ? priceOf(model, parsed.input, prices).credits : 0,
    })
    if (!decision.allowed) return { refusal: decision.refusal, index }
  }
  // The limit of one job was checked above; the total is no job.
  const decision = decideStart({
    problems: [],
    account: starter && { ...starter, jobCeiling: null },
    price: totalOf(recipes, prices).credits,
  })
  return decision.allowed ? undefined : { refusal: decision.refusal, index: 0 }
}
