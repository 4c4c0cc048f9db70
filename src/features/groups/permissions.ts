import { running } from '#core/accounts/rules/roles.ts'

declare module '#core/accounts/rules/roles.ts' {
  interface FeaturePermissions {
    'groups.read': true
    'groups.change': true
  }
}

export const permissions = {
  'groups.read': running,
  'groups.change': running,
}
