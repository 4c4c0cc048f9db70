import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { corePermissions, type Role, roles } from '#core/accounts/rules/roles.ts'
import { isPagePath, pagePaths } from '#core/pages/page-paths-contract.ts'
import { coreSchema } from '#core/schema/schema.ts'
import { defaultSettings } from '#core/settings/studio-settings-rules.ts'
import { errorStatuses } from '#core/texts/contract/errors.ts'
import { coreScheduledJobs } from '#core/worker/scheduled-jobs.ts'
import { contributions } from './contributions.ts'
import type { Feature } from './feature.ts'
import { features } from './registry.ts'

const tablesOf = ({
  accountTables = [],
  keptTables = [],
  eraseSome = {},
  referenceTables = [],
  coordinatorTables = [],
}: Partial<Feature>) => [
  ...accountTables,
  ...keptTables,
  ...Object.keys(eraseSome),
  ...referenceTables,
  ...coordinatorTables,
]

const routes = await Promise.all(features.map((feature) => feature.routes?.()))

/** What features add, and what the core has of it. */
const names: Record<string, { added: string[]; core: string[] }> = {
  permissions: {
    added: features.flatMap(({ permissions = {} }) => Object.keys(permissions)),
    core: Object.keys(corePermissions),
  },
  settings: {
    added: features.flatMap(({ settings = {} }) => Object.keys(settings)),
    core: Object.keys(defaultSettings),
  },
  migrations: {
    added: features.flatMap(({ migrations = {} }) => Object.keys(migrations)),
    core: Object.keys(coreSchema.migrations),
  },
  tables: {
    added: features.flatMap(tablesOf),
    core: tablesOf(coreSchema),
  },
  pages: { added: features.flatMap(({ pages = [] }) => pages), core: [...pagePaths] },
  'scheduled jobs': {
    added: contributions.scheduledJobs.map(({ name }) => name),
    core: coreScheduledJobs.map(({ name }) => name),
  },
  'parts of statements': {
    added: [
      ...contributions.startParts.map(({ name }) => name),
      ...contributions.endEffects.flatMap(({ part }) => part?.name ?? []),
      ...contributions.purgeParts.map(({ name }) => name),
    ],
    core: [],
  },
  mails: { added: features.flatMap(({ mails = {} }) => Object.keys(mails)), core: [] },
  exports: {
    added: features.flatMap(({ accountExport = {} }) => Object.keys(accountExport)),
    core: [],
  },
  'error codes': {
    added: routes.flatMap((route) => Object.keys(route?.errors?.statuses ?? {})),
    core: Object.keys(errorStatuses),
  },
  addresses: {
    added: routes.flatMap((route) => route?.bases?.map(({ path }) => path) ?? []),
    core: ['/api/*'],
  },
}

it.each(Object.entries(names))('%s of features have names of their own', (_what, named) => {
  const all = [...named.added, ...named.core]
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
})

it('no page of a feature is below one of the core', () => {
  expect(names.pages?.added.filter((path) => isPagePath(path, []))).toEqual([])
})

it('a feature imports of other features what its `needs` name, and no more', async () => {
  const folders = globSync('*/index.ts', { cwd: import.meta.dirname }).map(dirname)
  const imported = folders.map((folder) => [folder, otherFeatures(folder, folders)])
  const needed = await Promise.all(
    folders.map(async (folder) => [folder, [...((await feature(folder)).needs ?? [])].sort()]),
  )
  expect(Object.fromEntries(imported)).toEqual(Object.fromEntries(needed))
})

/** Which of the features a feature's files import. */
function otherFeatures(folder: string, folders: readonly string[]): string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(import.meta.dirname, folder) })
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, folder, file), 'utf8'))
  const named = texts.flatMap((text) => [...text.matchAll(/'(?:#features|\.\.)\/([\w-]+)\//g)])
  const names = new Set(named.map(([, name = '']) => name))
  return folders.filter((name) => name !== folder && names.has(name)).sort()
}

async function feature(folder: string): Promise<Feature> {
  const exported: Record<string, Feature> = await import(`./${folder}/index.ts`)
  const [found] = Object.values(exported)
  if (!found) throw new Error(`${folder}/index.ts exports no feature`)
  return found
}

it('every error code of a feature has a text in every language', () => {
  for (const { errors } of routes.flatMap((route) => route ?? []))
    for (const code of Object.keys(errors?.statuses ?? {}))
      for (const texts of Object.values(errors?.texts ?? {}))
        expect(texts[code], code).toMatch(/\S/)
})

it('all permissions are described in docs/operate.md as roles have them', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|(.*)\|$/gm)].map(
    ([, name = '', cells = '']): [string, boolean[]] => [
      name,
      cells.split('|').map((cell) => cell.trim() === 'yes'),
    ],
  )
  const described = new Map(rows)
  for (const [name, allowed] of Object.entries<readonly Role[]>({
    ...corePermissions,
    ...contributions.permissions,
  }))
    expect([name, described.get(name)]).toEqual([name, roles.map((role) => allowed.includes(role))])
})
