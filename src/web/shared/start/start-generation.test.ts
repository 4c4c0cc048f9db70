import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountView } from '#core/accounts/contract/account.ts'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { cataloguePrices } from '#core/models/rules/price.ts'
import { accountView } from '#testing/account.ts'
import { fluxDev } from '#testing/models.ts'
import { ApiError } from '#web/lib/api.ts'
import type { CreateBody } from '#web/lib/jobs/generations.ts'
import type { Recipe } from './recipe.ts'
import { requestIds } from './request-ids.ts'
import { type StartContext, startGeneration } from './start-generation.ts'

const recipe: Recipe = {
  model: fluxDev,
  values: { ...initialValues(fluxDev), prompt: ' a fox ' },
  isPublic: true,
}
const untyped: Recipe = { ...recipe, values: initialValues(fluxDev) }
const answer = { generation: { id: 'g1' } as GenerationView }

const account = (credits: number, paid = true) =>
  accountView({ credits: { left_credits: credits }, has_ever_paid: paid })

const pricesWith = (credits: number) => ({ percent: 100, models: { 'flux-dev': credits } })

describe('startWork', () => {
  let asked: string[]
  let sent: CreateBody[]
  beforeEach(() => {
    asked = []
    sent = []
  })

  function context(
    seen: AccountView | null,
    fresh = seen,
    overrides: Partial<StartContext> = {},
  ): StartContext {
    return {
      findAccount: async (freshness) => {
        asked.push(freshness)
        return freshness === 'fresh' ? fresh : seen
      },
      findPrices: async () => cataloguePrices,
      create: async (_kind, body) => {
        sent.push(body)
        return answer
      },
      requestIds: requestIds(() => `id-${sent.length}`),
      ...overrides,
    }
  }

  it('reports missing input before it requires a sign-in', async () => {
    expect(await startGeneration(untyped, context(null))).toMatchObject({
      refusal: { reason: 'invalid_input', problems: [{ field: 'prompt', problem: 'required' }] },
    })
    expect(asked).toEqual([])
  })

  it('requires a sign-in before it checks the credits', async () => {
    expect(await startGeneration(recipe, context(null))).toMatchObject({
      refusal: { reason: 'not_signed_in' },
    })
  })

  it('checks the credits before it checks whether the account has ever paid', async () => {
    expect(await startGeneration(recipe, context(account(29, false)))).toMatchObject({
      refusal: { reason: 'insufficient_credits', required: 30, current: 29 },
    })
    expect(await startGeneration(recipe, context(account(30, false)))).toMatchObject({
      refusal: { reason: 'never_paid' },
    })
  })

  it('applies the account’s own limits, and its suspension', async () => {
    const limited = (daily_cap: number | null, job_ceiling: number | null, spent_today = 0) =>
      startGeneration(
        recipe,
        context(accountView({ limits: { daily_cap, job_ceiling, spent_today } })),
      )
    expect(await limited(null, 29)).toMatchObject({
      refusal: { reason: 'job_ceiling', required: 30, max: 29 },
    })
    expect(await limited(50, null, 21)).toMatchObject({
      refusal: { reason: 'daily_cap', required: 30, max: 50, current: 21 },
    })
    expect(await limited(50, 30, 20)).toMatchObject({ result: 'started' })
    expect(
      await startGeneration(recipe, context(accountView({ is_suspended: true }))),
    ).toMatchObject({
      refusal: { reason: 'account_suspended' },
    })
  })

  it('sends what the model parses, under one key', async () => {
    expect(await startGeneration(recipe, context(account(30)))).toEqual({
      result: 'started',
      generation: answer.generation,
    })
    expect(sent).toEqual([
      {
        ...{
          model: 'flux-dev',
          isPublic: true,
          expected_credits: 30,
          image_generation_type: 'text-to-image',
          request_id: 'id-0',
        },
        ...initialValues(fluxDev),
        prompt: 'a fox',
      },
    ])
    expect(asked).toEqual(['as-seen'])
  })

  it('repeats a request without an answer under its key, also at another price', async () => {
    let keys = 0
    const ids = requestIds(() => `key-${keys++}`)
    const unanswered = () => Promise.reject(new ApiError(0, 'network', null))
    const first = { ...context(account(500)), requestIds: ids, create: unanswered }
    await startGeneration(recipe, first)
    const dearer = { ...context(account(500)), findPrices: async () => pricesWith(44) }
    await startGeneration(recipe, { ...dearer, requestIds: ids })
    expect(sent).toMatchObject([{ request_id: 'key-0', expected_credits: 44 }])
  })

  it('does not trust a refusal that the latest account would not give', async () => {
    expect(await startGeneration(recipe, context(account(3), account(500)))).toMatchObject({
      result: 'started',
    })
  })

  it('spends no credits of an account that was not shown when the button was pressed', async () => {
    const other = accountView({ id: 'somebody-else' })
    const changed = { result: 'account-changed' }
    expect(await startGeneration(recipe, context(null, other))).toEqual(changed)
    expect(await startGeneration(recipe, context(account(3), other))).toEqual(changed)
    expect(
      await startGeneration(
        recipe,
        context(account(3), accountView({ ...other, has_ever_paid: false })),
      ),
    ).toEqual(changed)
    expect(sent).toEqual([])
  })

  it('names the account that pays, and reports when another one is signed in', async () => {
    const named: string[] = []
    const refusing = context(account(500), account(500), {
      create: async (_kind, _body, payer) => {
        named.push(payer)
        throw new ApiError(409, 'account_changed', {
          error: 'Another account',
          code: 'account_changed',
        })
      },
    })
    expect(await startGeneration(recipe, refusing)).toEqual({ result: 'account-changed' })
    expect(named).toEqual([account(500).id])
  })

  it('charges by the operator’s price', async () => {
    const dear = context(account(99), account(99), {
      findPrices: async () => pricesWith(100),
    })
    expect(await startGeneration(recipe, dear)).toMatchObject({
      refusal: { required: 100, current: 99 },
    })
  })

  it('sends one request for two presses at once', async () => {
    const once = context(account(500))
    const both = await Promise.all([startGeneration(recipe, once), startGeneration(recipe, once)])
    expect(both.map(({ result }) => result).sort()).toEqual(['repeated', 'started'])
    expect(sent).toHaveLength(1)
  })

  it('sends the same key again after a lost answer', async () => {
    const lost = new ApiError(0, 'network', null)
    let broken = true
    const shaky = context(account(500), account(500), {
      create: async (_kind, body) => {
        sent.push(body)
        if (broken) throw lost
        return answer
      },
    })
    expect(await startGeneration(recipe, shaky)).toEqual({
      result: 'failed',
      error: lost,
      isSent: true,
    })
    broken = false
    expect(await startGeneration(recipe, shaky)).toMatchObject({ result: 'started' })
    expect(sent.map(({ request_id }) => request_id)).toEqual(['id-0', 'id-0'])
  })

  it('reports a failure when the account cannot be read', async () => {
    const gone = new ApiError(0, 'network', null)
    const offline = context(null, null, { findAccount: () => Promise.reject(gone) })
    expect(await startGeneration(recipe, offline)).toEqual({
      result: 'failed',
      error: gone,
      isSent: false,
    })
  })
})
