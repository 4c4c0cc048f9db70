import type { ClaimMapping } from '#core/accounts/rules/claimed-groups.ts'
import type { Parts } from '#core/parts.ts'
import type { SettingProblem } from '#core/settings/contract/studio-settings.ts'
import { findGroupsByName } from './queries.ts'

/** Finds what a claim would lead to that is no group. */
export async function findUnknownGroups(
  { database }: Parts<'database'>,
  mapping: ClaimMapping<string>,
): Promise<SettingProblem[]> {
  const named = Object.entries(mapping).flatMap(([provider, groups]) =>
    Object.entries(groups).map(([group, name]) => ({ path: `${provider}.${group}`, name })),
  )
  const names = named.map(({ name }) => name)
  const found = await findGroupsByName(database, names)
  const known = new Set(found.map(({ name }) => name.toLowerCase()))
  return named
    .filter(({ name }) => !known.has(name.toLowerCase()))
    .map(({ path, name }) => ({
      path: `group_groups.${path}`,
      message: `no group has the name ${name}`,
    }))
}
