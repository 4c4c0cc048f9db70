import { accounting, running } from '#core/accounts/rules/roles.ts'

declare module '#core/accounts/rules/roles.ts' {
  interface FeaturePermissions {
    'codes.read': true
    'codes.change': true
  }
}

export const permissions = {
  'codes.read': accounting,
  'codes.change': running,
}
