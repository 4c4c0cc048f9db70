import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'

/** A job as it would be submitted to one of its model's providers. `quantity`: its results. */
export type PossibleJob = {
  provider: string
  endpoint: string
  model: string
  kind: Kind
  /** The parsed input of the model. */
  input: Record<string, unknown>
  quantity: number
}

/** What a feature knows of the providers of a model, for the choice between them. */
export type ProviderFacts = {
  /** What a job costs the operator there, in millionths of one currency; `null`: unknown. */
  costOf(job: PossibleJob): number | null
  /** Whether no further job should be started there today. */
  isOverBudget(provider: string): boolean
}

declare module '#core/parts.ts' {
  interface Contributions {
    /** Read before a job is submitted whose model has several providers. */
    providerFacts: readonly ((context: Parts<'database' | 'settings'>) => Promise<ProviderFacts>)[]
  }
}
