import { adminQuery } from '#web/admin/admin-query.ts'
import type { AdminGroupsView } from '../contract.ts'

export const groupsQuery = adminQuery<AdminGroupsView>('groups')
