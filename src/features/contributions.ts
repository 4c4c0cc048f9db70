import type { FeatureRoutes } from '#core/http/env.ts'
import type { Contributions } from '#core/parts.ts'
import { coreSchema } from '#core/schema/schema.ts'
import type { Schema } from '#platform/database/migrate.ts'
import type { Feature, FeatureCommands } from './feature.ts'
import { features } from './registry.ts'

type TablesOfAccounts = Pick<Feature, 'accountTables' | 'keptTables' | 'eraseSome'>

/** The database of the core and of all features. */
export const schema: Schema = {
  ...coreSchema,
  migrations: Object.assign(
    {},
    coreSchema.migrations,
    ...features.map(({ migrations }) => migrations),
  ),
  accountTables: [coreSchema, ...features].flatMap(
    ({ accountTables = [], keptTables = [], eraseSome = {} }: TablesOfAccounts) => [
      ...accountTables,
      ...keptTables,
      ...Object.keys(eraseSome),
    ],
  ),
  referenceTables: [coreSchema, ...features].flatMap(({ referenceTables = [] }) => referenceTables),
  coordinatorTables: [coreSchema, ...features].flatMap(
    ({ coordinatorTables = [] }) => coordinatorTables,
  ),
}

/** What all features add to the verbs of the core. */
export const contributions: Contributions = {
  accountExport: Object.assign({}, ...features.map(({ accountExport }) => accountExport)),
  accountTables: features.flatMap(({ accountTables = [] }) => accountTables),
  keptTables: features.flatMap(({ keptTables = [] }) => keptTables),
  signUpPasses: features.flatMap(({ signUpPasses = [] }) => signUpPasses),
  signUpNotes: features.flatMap(({ signUpPasses = [] }) => signUpPasses.map(({ note }) => note)),
  forgetAccount: features.flatMap(({ forgetAccount = [] }) => forgetAccount),
  metrics: features.flatMap(({ metrics = [] }) => metrics),
  accountSettings: features.flatMap(({ accountSettings = [] }) => accountSettings),
  mails: Object.assign({}, ...features.map(({ mails }) => mails)),
  scheduledJobs: features.flatMap(({ scheduledJobs = [] }) => scheduledJobs),
  operatorEvents: features.flatMap(({ operatorEvents = [] }) => operatorEvents),
  startParts: features.flatMap(({ startParts = [] }) => startParts),
  startChecks: features.flatMap(({ startChecks = [] }) => startChecks),
  accountLimits: features.flatMap(({ accountLimits = [] }) => accountLimits),
  generationExport: Object.assign({}, ...features.map(({ generationExport }) => generationExport)),
  eraseSome: Object.assign({}, ...features.map(({ eraseSome }) => eraseSome)),
  endEffects: features.flatMap(({ endEffects = [] }) => endEffects),
  tokenKinds: features.flatMap(({ tokenKinds = [] }) => tokenKinds),
  whenSampled: features.flatMap(({ whenSampled = [] }) => whenSampled),
  purgeParts: features.flatMap(({ purgeParts = [] }) => purgeParts),
  settings: Object.assign({}, ...features.map(({ settings }) => settings)),
  inputChecks: features.flatMap(({ inputChecks = [] }) => inputChecks),
  refusedHashes: features.flatMap(({ refusedHashes = [] }) => refusedHashes),
  permissions: Object.assign({}, ...features.map(({ permissions }) => permissions)),
  removalEffects: features.flatMap(({ removalEffects = [] }) => removalEffects),
  whenShown: features.flatMap(({ whenShown = [] }) => whenShown),
  recordLists: features.flatMap(({ recordLists = [] }) => recordLists),
  ledgerChecks: features.flatMap(({ ledgerChecks = [] }) => ledgerChecks),
  entryPayments: features.flatMap(({ entryPayments = [] }) => entryPayments),
  allowances: features.flatMap(({ allowances = [] }) => allowances),
  retentions: features.flatMap(({ retentions = [] }) => retentions),
  claimEffects: features.flatMap(({ claimEffects = [] }) => claimEffects),
  accountFields: Object.assign({}, ...features.map(({ accountFields }) => accountFields)),
  takings: features.flatMap(({ takings = [] }) => takings),
  providerFacts: features.flatMap(({ providerFacts = [] }) => providerFacts),
}

/** The paths of all pages of features. */
export const pages: readonly string[] = features.flatMap(({ pages = [] }) => pages)

/** Loads what all features add to the API. */
export async function loadFeatureRoutes(): Promise<FeatureRoutes[]> {
  return loadEach(features.flatMap(({ routes = [] }) => routes))
}

/** Loads what all features add to the command line. */
export async function loadFeatureCommands(): Promise<FeatureCommands[]> {
  return loadEach(features.flatMap(({ commands = [] }) => commands))
}

/** One after the other: modules that import each other are not loaded from two sides at once. */
async function loadEach<Loaded>(loaders: readonly (() => Promise<Loaded>)[]): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  for (const load of loaders) loaded.push(await load())
  return loaded
}
