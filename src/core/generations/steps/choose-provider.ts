import { listProviderTimes } from '#core/models/provider-time-queries.ts'
import {
  chooseEndpoint,
  type Model,
  type ProviderRoute,
  routesOf,
} from '#core/models/rules/model.ts'
import { orderProviders, type ProviderState } from '#core/models/rules/order-providers.ts'
import type { Parts } from '#core/parts.ts'
import type { ConfiguredProvider } from '#providers/provider.ts'
import type { ClaimedGeneration } from '../queries/generation-steps.ts'
import { listProviderOutages } from '../queries/outages.ts'

/** A configured provider that can run a generation, with what is called there. */
export type ChosenProvider = {
  route: ProviderRoute
  endpoint: string
  configured: ConfiguredProvider
}

export type ChooseProvidersParts = Parts<
  'contributions' | 'database' | 'endpoints' | 'providerHealth' | 'providers' | 'settings'
>

/**
 * Returns the configured providers that can run a generation, in the order in which it is offered to
 * them. Nothing is read where there is no choice.
 */
export async function chooseProviders(
  context: ChooseProvidersParts,
  model: Model,
  row: ClaimedGeneration,
): Promise<ChosenProvider[]> {
  const routes = routesOf(model).flatMap((route) => {
    const configured = context.providers.get(route.provider)
    const endpoint = findEndpoint(context, route, row.input)
    return configured ? [{ route, endpoint, configured }] : []
  })
  if (routes.length <= 1) return routes
  const stateOf = await readProviderStates(context, model, row)
  const setting = context.settings.current().settings.model_providers[model.id]
  const states = routes.map((route) => ({ ...route, ...stateOf(route) }))
  return orderProviders(states, setting ?? { policy: 'fixed' })
}

async function readProviderStates(
  context: ChooseProvidersParts,
  model: Model,
  { input, requested }: ClaimedGeneration,
): Promise<(route: ChosenProvider) => ProviderState> {
  const { database, contributions, providerHealth } = context
  const [outages, times, facts] = await Promise.all([
    listProviderOutages(database),
    listProviderTimes(database, model.id),
    Promise.all(contributions.providerFacts.map((read) => read(context))),
  ])
  return ({ route: { provider }, endpoint }) => {
    const time = times.find((one) => one.provider === provider)
    const { id, kind } = model
    const job = { provider, endpoint, model: id, kind, input, quantity: requested }
    const costs = facts.map(({ costOf }) => costOf(job))
    return {
      provider,
      isOut: outages.some((outage) => outage.provider === provider),
      isAway: providerHealth.isAway(provider),
      isOverBudget: facts.some(({ isOverBudget }) => isOverBudget(provider)),
      cost: costs.find((cost) => cost !== null) ?? null,
      medianMs: time?.median_ms ?? null,
      runs: time?.runs ?? 0,
      isMeasuring: providerHealth.isMeasuring(provider, id),
    }
  }
}

/** Returns the endpoint that is called for an input: an operator's own, where one is configured. */
export function findEndpoint(
  { endpoints }: Parts<'endpoints'>,
  route: ProviderRoute,
  input: Record<string, unknown>,
): string {
  const own = chooseEndpoint(route, input)
  return endpoints[own] ?? own
}
