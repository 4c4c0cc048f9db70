import { accounting } from '#core/accounts/rules/roles.ts'

declare module '#core/accounts/rules/roles.ts' {
  interface FeaturePermissions {
    'payments.read': true
    'payments.refund': true
  }
}

export const permissions = {
  'payments.read': accounting,
  'payments.refund': accounting,
}
