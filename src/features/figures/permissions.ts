import { accounting } from '#core/accounts/rules/roles.ts'

declare module '#core/accounts/rules/roles.ts' {
  interface FeaturePermissions {
    'figures.read': true
  }
}

export const permissions = {
  'figures.read': accounting,
}
