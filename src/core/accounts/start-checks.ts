import type { StartCondition } from '#core/generations/queries/start-additions.ts'
import type { StartRefusal } from '#core/generations/rules/start-generation.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type AllowedModels, allowedByAll, isModelAllowed } from './rules/allowed-models.ts'

/**
 * What a feature checks before an account starts a generation: as a condition of the charge, under
 * the account's lock, and as a rule over the same facts, which says why.
 */
export type StartCheck = {
  condition: StartCondition
  /** Returns which models an account may use; `null`: the feature limits nothing of it. */
  readModels(database: Database, accountId: string): Promise<ModelRule | null>
  /** Returns the rule for an account; `null`: the feature limits nothing of it. */
  readRule(database: Database, accountId: string): Promise<StartRule | null>
}

declare module '#core/parts.ts' {
  interface Contributions {
    startChecks: readonly StartCheck[]
  }
}

type Database = AllParts['database']

/** `refuse`: why a model that is not among them may not be used. */
export type ModelRule = { models: AllowedModels; refuse(model: string): StartRefusal }

export type StartRule = {
  /** The start rate of the account; `null`: that of the studio. */
  startsPerMinute: number | null
  decide(start: {
    model: string
    /** Those that can run it. */
    providers: readonly string[]
    price: number
    spentToday: number
  }): StartRefusal | undefined
  /** Whether it may store one more file. */
  decideUpload(): StartRefusal | undefined
}

type Context = Parts<'database' | 'contributions'>

const isThere = <Value>(value: Value | null): value is Value => value !== null

async function readModelRules({ database, contributions }: Context, accountId: string) {
  const { startChecks } = contributions
  const rules = await Promise.all(
    startChecks.map(({ readModels }) => readModels(database, accountId)),
  )
  return rules.filter(isThere)
}

/** Returns the ids of the models that an account may use; `null`: all. */
export async function readAllowedModels(
  context: Context,
  accountId: string,
): Promise<AllowedModels> {
  const rules = await readModelRules(context, accountId)
  return allowedByAll(rules.map(({ models }) => models))
}

/** Throws `Refused`, as the charge does, where an account may not use a model. */
export async function requireAllowedModel(
  context: Context,
  accountId: string,
  model: string,
): Promise<void> {
  for (const { models, refuse } of await readModelRules(context, accountId))
    if (!isModelAllowed(models, model)) throw new Refused(refuse(model))
}

/** Returns the rules of all features for an account. */
export async function readStartRules(
  { database, contributions }: Context,
  accountId: string,
): Promise<StartRule[]> {
  const { startChecks } = contributions
  const rules = await Promise.all(startChecks.map(({ readRule }) => readRule(database, accountId)))
  return rules.filter(isThere)
}

/** Throws `Refused` where a feature lets an account store nothing more. */
export async function requireStorage(context: Context, accountId: string): Promise<void> {
  for (const { decideUpload } of await readStartRules(context, accountId)) {
    const refusal = decideUpload()
    if (refusal) throw new Refused(refusal)
  }
}
