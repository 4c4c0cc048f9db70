import { helping, running } from '#core/accounts/rules/roles.ts'

declare module '#core/accounts/rules/roles.ts' {
  interface FeaturePermissions {
    'reports.read': true
    'results.remove': true
    'hashes.unblock': true
  }
}

export const permissions = {
  'reports.read': helping,
  'results.remove': running,
  'hashes.unblock': running,
}
