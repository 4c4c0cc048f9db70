import { accounting, running } from '#core/accounts/rules/roles.ts'

declare module '#core/accounts/rules/roles.ts' {
  interface FeaturePermissions {
    'costs.read': true
    'costs.change': true
  }
}

export const permissions = {
  'costs.read': accounting,
  'costs.change': running,
}
