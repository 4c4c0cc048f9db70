import { running } from '#core/accounts/rules/roles.ts'

declare module '#core/accounts/rules/roles.ts' {
  interface FeaturePermissions {
    'webhooks.read': true
    'webhooks.change': true
  }
}

export const permissions = {
  'webhooks.read': running,
  'webhooks.change': running,
}
