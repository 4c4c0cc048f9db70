import type { Feature } from '../feature.ts'
import { applyClaimedGroups } from './apply-claimed-groups.ts'
import { ClaimedGroupsSetting } from './contract.ts'
import { findUnknownGroups } from './find-unknown-groups.ts'
import * as retention from './migrations/0011-retention.ts'
import * as groups from './migrations/groups-0001-groups.ts'
import { permissions } from './permissions.ts'
import { byOperator, listGroupsOf, listMemberships, listRetentions } from './queries.ts'
import { allowancesOf } from './rules.ts'
import { groupCheck, presentLimits } from './start-check.ts'

/** Groups of accounts, with limits, allowances and how long they keep generations. */
export const groupsFeature: Feature = {
  permissions,
  settings: {
    group_groups: { schema: ClaimedGroupsSetting, initial: {}, findProblems: findUnknownGroups },
  },
  migrations: { '0011-retention': retention, 'groups-0001-groups': groups },
  accountTables: ['account_group'],
  referenceTables: ['user_group'],
  routes: () => import('./admin-routes.ts'),
  commands: () => import('./commands.ts'),
  startChecks: [groupCheck],
  accountLimits: [presentLimits],
  allowances: [async (database, id) => allowancesOf(await listGroupsOf(database, id))],
  retentions: [listRetentions],
  claimEffects: [applyClaimedGroups],
  accountExport: {
    groups: async (database, id) => (await listMemberships(database, id)).map(({ name }) => name),
  },
  accountFields: {
    groups: async (database, id) =>
      (await listMemberships(database, id)).map(({ name, source }) => ({
        ...{ name, is_fixed: source !== byOperator },
      })),
  },
}
