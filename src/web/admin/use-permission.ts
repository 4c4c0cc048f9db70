import { useQuery } from '@tanstack/react-query'
import {
  type AddedPermissions,
  hasPermission,
  type Permission,
  type Role,
} from '#core/accounts/rules/roles.ts'
import { accountQuery } from '#web/lib/account.ts'

const modules = import.meta.glob<Partial<AddedPermissions>>('/src/features/*/permissions.ts', {
  eager: true,
  import: 'permissions',
})
const added: AddedPermissions = Object.assign({}, ...Object.values(modules))

/** Whether a role has a permission; `null`: no role. */
export function roleMay(role: Role | null, permission: Permission): boolean {
  return hasPermission(added, role, permission)
}

/** Returns whether the signed-in account's role has a permission; the server checks it again. */
export function usePermissions(): (permission: Permission) => boolean {
  const { data: account } = useQuery(accountQuery)
  return (permission) => roleMay(account?.role ?? null, permission)
}
