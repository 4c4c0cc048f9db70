import type { Feature } from '../feature.ts'
import { findCodeFaults, findRedemptionFaults } from './faults-queries.ts'
import * as giftCodes from './migration.ts'
import { permissions } from './permissions.ts'
import { listRedemptions } from './queries.ts'
import { redeemPath } from './rules.ts'

/** Codes that give credits to each account that redeems one. */
export const giftCodesFeature: Feature = {
  permissions,
  migrations: { '0009-gift-codes': giftCodes },
  // An account that is deleted and signs up again has redeemed them before.
  keptTables: ['code_redemption'],
  coordinatorTables: ['code_batch', 'gift_code'],
  pages: [redeemPath, `${redeemPath}/`],
  routes: () => import('./routes.ts'),
  commands: () => import('./commands.ts'),
  accountExport: { codes: listRedemptions },
  ledgerChecks: [{ ofSlice: findRedemptionFaults, ofRest: findCodeFaults }],
}
