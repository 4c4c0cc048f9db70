import type { Feature } from '../feature.ts'
import { groupCheck, presentLimits } from './start-check.ts'

/** Groups of accounts that limit what their members may start and store. */
export const groupsFeature: Feature = {
  startChecks: [groupCheck],
  accountLimits: [presentLimits],
}
