import { expect, it } from 'vitest'
import { orderProviders, type ProviderState } from './order-providers.ts'

const usual = {
  ...{ isOut: false, isAway: false, isOverBudget: false, isMeasuring: false },
  ...{ cost: null, medianMs: null, runs: 0 },
}
const route = (provider: string, state: Partial<ProviderState> = {}) => ({
  ...usual,
  provider,
  ...state,
})
const namesOf = (routes: ProviderState[]) => routes.map(({ provider }) => provider)

it('keeps the order of the definition where nothing else is set', () => {
  const routes = [route('fal', { cost: 9 }), route('replicate', { cost: 1 }), route('openai')]
  expect(namesOf(orderProviders(routes, { policy: 'fixed' }))).toEqual([
    'fal',
    'replicate',
    'openai',
  ])
})

it('puts the providers that an operator names first', () => {
  const routes = [route('fal'), route('replicate'), route('openai')]
  const setting = { policy: 'fixed', order: ['openai', 'gone', 'replicate'] } as const
  expect(namesOf(orderProviders(routes, setting))).toEqual(['openai', 'replicate', 'fal'])
})

it('prefers the lowest cost, and unknown costs last', () => {
  const routes = [route('fal'), route('replicate', { cost: 30 }), route('openai', { cost: 2 })]
  expect(namesOf(orderProviders(routes, { policy: 'cheapest' }))).toEqual([
    ...['openai', 'replicate', 'fal'],
  ])
})

it('prefers the shortest median time', () => {
  const routes = [
    route('fal', { medianMs: 9_000, runs: 4 }),
    route('replicate', { medianMs: 2_000, runs: 1 }),
  ]
  expect(namesOf(orderProviders(routes, { policy: 'fastest' }))).toEqual(['replicate', 'fal'])
})

it('measures an unknown time with one job and not with all', () => {
  const fal = route('fal', { medianMs: 9_000, runs: 4 })
  const isFirst = (isMeasuring: boolean) =>
    orderProviders([fal, route('replicate', { isMeasuring })], { policy: 'fastest' })[0]?.provider
  expect([isFirst(false), isFirst(true)]).toEqual(['replicate', 'fal'])
})

it.each([
  ['is away', { isAway: true }],
  ['is over its budget', { isOverBudget: true }],
  ['takes more than three times as long', { medianMs: 3_001, runs: 5 }],
])('offers a job last to a provider that %s', (_, state) => {
  const routes = [route('fal', state), route('replicate', { medianMs: 1_000, runs: 1 })]
  expect(namesOf(orderProviders(routes, { policy: 'fixed' }))).toEqual(['replicate', 'fal'])
})

it.each([
  ['of four jobs', { medianMs: 9_000, runs: 4 }],
  ['of three times the fastest', { medianMs: 3_000, runs: 50 }],
])('does not count a time %s as slow', (_, state) => {
  const routes = [route('fal', state), route('replicate', { medianMs: 1_000, runs: 50 })]
  expect(namesOf(orderProviders(routes, { policy: 'fixed' }))).toEqual(['fal', 'replicate'])
})

it('prefers a slow provider to one that is over its budget', () => {
  const routes = [route('fal', { isOverBudget: true }), route('replicate', { isAway: true })]
  expect(namesOf(orderProviders(routes, { policy: 'fixed' }))).toEqual(['replicate', 'fal'])
})

it('leaves out a provider that rejects our account, unless all do', () => {
  const out = route('fal', { isOut: true })
  expect(namesOf(orderProviders([out, route('replicate')], { policy: 'fixed' }))).toEqual([
    'replicate',
  ])
  expect(namesOf(orderProviders([out], { policy: 'fixed' }))).toEqual(['fal'])
})
