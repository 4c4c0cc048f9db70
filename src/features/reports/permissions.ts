import { helping } from '#core/accounts/rules/roles.ts'

declare module '#core/accounts/rules/roles.ts' {
  interface FeaturePermissions {
    'reports.dismiss': true
  }
}

export const permissions = {
  'reports.dismiss': helping,
}
