import type { Credits } from '../model.ts'

/** One price for one job. */
export const perJob = (credits: Credits) => ({
  base: { any: credits },
  unit: 'job' as const,
  tier: () => 'any',
  quantity: () => 1,
})
