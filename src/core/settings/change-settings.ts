import type { Permission } from '#core/accounts/rules/roles.ts'
import { knownModels } from '#core/models/rules/catalogue.ts'
import { providersOf } from '#core/models/rules/model.ts'
import { priceNames } from '#core/models/rules/price.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  findContradictions,
  readSomeSettings,
  type SettingProblem,
  type SomeSettings,
} from './contract/studio-settings.ts'
import { describeLogo, readLogo } from './logo.ts'
import { insertSettings, readNewestSettings } from './queries.ts'
import type { AddedSetting } from './studio-settings.ts'
import type { SettingName, StudioSettings } from './studio-settings-rules.ts'

type Context = Parts<'contributions' | 'database' | 'settings'>

/**
 * What an operator changes. `reset`: settings that have their default again. `revision`: of the
 * settings that the operator saw; absent: whatever they are.
 */
export type SettingsChange = {
  set: unknown
  reset?: readonly string[]
  revision?: number | undefined
}

/**
 * Saves settings, in one transaction with its audit entry, which has the values before and after.
 * Every process uses them within about a second. Returns their revision. Throws `Refused`:
 * `invalid_settings`, also for those that the environment or the file fixes; `settings_changed`.
 */
export async function changeSettings(
  context: Context,
  act: OperatorAction,
  { set, reset = [], revision }: SettingsChange,
): Promise<number> {
  const values = await cleanLogo(checkSettings(context, set, reset))
  await checkAdded(context, values)
  return auditedTransaction(context.database, act, async (transaction) => {
    const newest = await readNewestSettings(transaction)
    if (revision !== undefined && revision !== newest.revision)
      throw new Refused({ reason: 'settings_changed' })
    const before = newest.settings as SomeSettings
    const settings = omit({ ...before, ...values }, reset)
    const added = { revision: newest.revision + 1, settings }
    const { actor: author, reason } = act
    if (!(await insertSettings(transaction, { ...added, author, reason })))
      throw new Refused({ reason: 'settings_changed' })
    const names = [...Object.keys(values), ...reset]
    const details = {
      revision: added.revision,
      before: summarize(context, pick(before, names)),
      after: summarize(context, values),
    }
    return { result: added.revision, done: { act: 'settings.change', details } }
  })
}

/** What a role needs to change these settings, beside `settings.change`. */
export function permissionsToSet(
  { contributions }: Parts<'contributions'>,
  names: readonly string[],
): Permission[] {
  const added: Readonly<Record<string, AddedSetting<unknown>>> = contributions.settings
  return names.flatMap((name) =>
    name === 'group_roles' ? ['roles.change'] : (added[name]?.permission ?? []),
  )
}

/** What an export has and an import takes: the saved settings. */
export async function exportSettings({ database }: Pick<Context, 'database'>) {
  return (await readNewestSettings(database)).settings
}

function checkSettings(
  { contributions, settings: reader }: Context,
  given: unknown,
  reset: readonly string[],
): SomeSettings {
  const read = readSomeSettings(contributions.settings, given)
  if (!read.ok) throw new Refused({ reason: 'invalid_settings', problems: read.problems })
  const { sources } = reader.current()
  const unknown = reset.filter((name) => !(name in sources))
  const names = [...Object.keys(read.settings), ...reset] as SettingName[]
  const settings = omit({ ...reader.current().settings, ...read.settings }, reset)
  const problems = [
    ...unknown.map((path) => ({ path, message: 'is unknown' })),
    ...findContradictions(settings),
    ...names.flatMap((name) => fixedProblem(name, sources[name])),
    ...uselessAllowance({ ...reader.current().settings, ...read.settings }, names),
    ...unknownPrices(read.settings.model_prices ?? {}),
    ...unknownCosts(read.settings.model_costs ?? {}),
    ...unknownProviders(read.settings.model_providers ?? {}),
    ...unknownModels(read.settings.model_order ?? []),
    ...claimedOwners(read.settings.group_roles ?? {}),
    ...(names.length === 0 ? [{ path: '', message: 'nothing to change' }] : []),
  ]
  if (problems.length > 0) throw new Refused({ reason: 'invalid_settings', problems })
  return read.settings
}

/** The settings with the logo as it is stored. Throws `Refused` `invalid_settings`. */
async function cleanLogo(values: SomeSettings): Promise<SomeSettings> {
  if (!values.logo) return values
  try {
    return { ...values, logo: await readLogo(values.logo) }
  } catch (error) {
    const problems = [{ path: 'logo', message: (error as Error).message }]
    throw new Refused({ reason: 'invalid_settings', problems })
  }
}

/** Throws `Refused` `invalid_settings` for values that their features refuse. */
async function checkAdded(context: Context, values: SomeSettings): Promise<void> {
  const problems = await Promise.all(
    addedTo(context, values).map(([, { findProblems }, value]) => findProblems?.(context, value)),
  )
  const found = problems.flatMap((some) => some ?? [])
  if (found.length > 0) throw new Refused({ reason: 'invalid_settings', problems: found })
}

/** For the audit log: the logo as its hash, long values in short. The revision has the values. */
function summarize(context: Pick<Context, 'contributions'>, values: SomeSettings): object {
  const { logo } = values
  const short = addedTo(context, values).map(([name, setting, value]) => [
    name,
    setting.summarize ? setting.summarize(value) : value,
  ])
  return {
    ...values,
    ...(logo !== undefined && { logo: logo && describeLogo(logo) }),
    ...Object.fromEntries(short),
  }
}

/** Those of these values that are of settings of features. */
function addedTo({ contributions }: Pick<Context, 'contributions'>, values: SomeSettings) {
  const given: Readonly<Record<string, unknown>> = values
  return Object.entries<AddedSetting<unknown>>(contributions.settings).flatMap(([name, setting]) =>
    given[name] === undefined ? [] : [[name, setting, given[name]] as const],
  )
}

function fixedProblem(path: SettingName, source: string): SettingProblem[] {
  if (source !== 'environment' && source !== 'file') return []
  return [{ path, message: `is fixed by the ${source}, which takes precedence` }]
}

/** In a studio that sells credits, an allowance would have no effect. */
function uselessAllowance(
  { free_mode, free_allowance }: StudioSettings,
  names: readonly SettingName[],
): SettingProblem[] {
  const isChanged = names.includes('free_allowance') || names.includes('free_mode')
  if (free_mode || free_allowance === null || !isChanged) return []
  return [{ path: 'free_allowance', message: 'needs free_mode: credits are sold' }]
}

function unknownPrices(prices: Readonly<Record<string, number>>): SettingProblem[] {
  const known = new Set(knownModels().flatMap(priceNames))
  return Object.keys(prices)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: `model_prices.${name}`, message: 'no model has this name' }))
}

/** Deleted models count, too: their generations stay in the figures. */
const isKnownModel = (name: string) => knownModels().some(({ id }) => id === name)

function unknownCosts(costs: object): SettingProblem[] {
  return Object.keys(costs)
    .filter((name) => !isKnownModel(name))
    .map((name) => ({ path: `model_costs.${name}`, message: 'no model has this name' }))
}

function unknownProviders(routes: StudioSettings['model_providers']): SettingProblem[] {
  return Object.entries(routes).flatMap(([name, { order = [] }]) => {
    const at = `model_providers.${name}`
    const models = knownModels().filter(({ id }) => id === name)
    if (models.length === 0) return [{ path: at, message: 'no model has this name' }]
    const known = new Set(models.flatMap(providersOf))
    return order.flatMap((provider, place) =>
      known.has(provider)
        ? []
        : [{ path: `${at}.order.${place}`, message: `${provider} does not run ${name}` }],
    )
  })
}

function unknownModels(order: readonly string[]): SettingProblem[] {
  return order.flatMap((name, index) =>
    isKnownModel(name) ? [] : [{ path: `model_order.${index}`, message: `no model is ${name}` }],
  )
}

/** A person who may change settings could make themselves an owner. */
function claimedOwners(mapping: StudioSettings['group_roles']): SettingProblem[] {
  return Object.entries(mapping).flatMap(([provider, groups]) =>
    Object.entries(groups)
      .filter(([, role]) => role === 'owner')
      .map(([group]) => ({
        path: `group_roles.${provider}.${group}`,
        message: 'must not be owner, except in SETTINGS_FILE',
      })),
  )
}

function omit(settings: SomeSettings, names: readonly string[]): SomeSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)))
}

function pick(settings: SomeSettings, names: readonly string[]): SomeSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)))
}
