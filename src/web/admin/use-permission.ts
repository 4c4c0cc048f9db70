import { useQuery } from '@tanstack/react-query'
import { hasPermission, type Permission } from '#core/accounts/rules/roles.ts'
import { accountQuery } from '#web/lib/account.ts'

/** Returns whether the signed-in account's role has a permission; the server checks it again. */
export function usePermissions(): (permission: Permission) => boolean {
  const { data: account } = useQuery(accountQuery)
  return (permission) => hasPermission(account?.role ?? null, permission)
}
