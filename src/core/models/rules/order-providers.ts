/** How the provider of a job is chosen among those of its model. */
export const providerPolicies = ['fixed', 'cheapest', 'fastest'] as const
export type ProviderPolicy = (typeof providerPolicies)[number]

/** What an operator sets for a model. `order`: ids of providers; others follow in their own order. */
export type ProviderChoice = { policy: ProviderPolicy; order?: readonly string[] | undefined }

/** What is known of a provider that can run a job, now. */
export type ProviderState = {
  provider: string
  /** It rejects our account. */
  isOut: boolean
  /** It did not answer lately. */
  isAway: boolean
  /** An operator's budget for it is spent. */
  isOverBudget: boolean
  /** What the job costs there; `null`: unknown. */
  cost: number | null
  /** The median time of this model's jobs in the last hour, in ms; `null`: there were none. */
  medianMs: number | null
  /** How many jobs that median is of. */
  runs: number
  /** A job was sent there lately whose time is not known yet. */
  isMeasuring: boolean
}

/** A provider is slow that takes this many times as long as the fastest, over so many jobs. */
const slowFactor = 3
const slowRuns = 5

/**
 * Returns the providers in the order in which a job is offered to them
 * (docs/providers.md#several-providers-of-a-model). Those that are over their budget, away or slow
 * come after all others; those that reject our account are left out, unless all do.
 */
export function orderProviders<Route extends ProviderState>(
  routes: readonly Route[],
  { policy, order = [] }: ProviderChoice,
): Route[] {
  const accepting = routes.filter(({ isOut }) => !isOut)
  const fastest = Math.min(...routes.map(({ medianMs }) => medianMs ?? Number.POSITIVE_INFINITY))
  const placeIn = ({ provider }: Route) => {
    const place = order.indexOf(provider)
    return place === -1 ? order.length : place
  }
  const rank = (route: Route) => {
    if (route.isOverBudget) return 2
    return route.isAway || isSlow(route, fastest) ? 1 : 0
  }
  return (accepting.length > 0 ? accepting : routes).toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      compare(amountOf(one, policy), amountOf(other, policy)) ||
      placeIn(one) - placeIn(other),
  )
}

function isSlow({ medianMs, runs }: ProviderState, fastest: number): boolean {
  return medianMs !== null && runs >= slowRuns && medianMs > slowFactor * fastest
}

/** What a policy compares; less is better. */
function amountOf(route: ProviderState, policy: ProviderPolicy): number {
  switch (policy) {
    case 'fixed':
      return 0
    case 'cheapest':
      return route.cost ?? Number.POSITIVE_INFINITY
    case 'fastest':
      // One job at a time finds out how fast an unmeasured provider is.
      return route.medianMs ?? (route.isMeasuring ? Number.POSITIVE_INFINITY : 0)
  }
}

/** Two infinite amounts are equal; their difference is no number. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one - other
}
