import { Hono } from 'hono'
import type { Permission } from '#core/accounts/rules/roles.ts'
import { withPermission } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody } from '#core/http/validation.ts'
import type { Parts } from '#core/parts.ts'
import {
  changeGroupsOf,
  readGroupNames,
  readGroups,
  removeGroup,
  saveGroup,
} from './change-groups.ts'
import {
  AccountGroupsRequest,
  type AdminGroupsView,
  DeleteGroupRequest,
  SaveGroupRequest,
} from './contract.ts'
import { errorTexts } from './error-texts.ts'

export const errors = {
  statuses: {
    invalid_group: 400,
    model_not_allowed: 403,
    group_job_ceiling: 403,
    group_daily_cap: 403,
    storage_full: 403,
    group_exists: 409,
  },
  texts: errorTexts,
} as const

/** Groups of accounts: list, saving, deletion, membership. */
export function routes({ context }: ApiOptions) {
  const allow = (permission: Permission) => withPermission(context, permission)
  return new Hono<Env>()
    .get('/api/admin/groups', allow('groups.read'), async (c) => c.json(await present(context)))
    .post('/api/admin/groups', allow('groups.change'), async (c) => {
      const { group, current, ...act } = await readBody(c, SaveGroupRequest)
      await saveGroup(context, operatorAction(c, act), group, current)
      return c.json(await present(context))
    })
    .post('/api/admin/groups/delete', allow('groups.change'), async (c) => {
      const { name, ...act } = await readBody(c, DeleteGroupRequest)
      await removeGroup(context, operatorAction(c, act), name)
      return c.json(await present(context))
    })
    .post('/api/admin/accounts/:id/groups', allow('groups.change'), async (c) => {
      const { groups, ...act } = await readBody(c, AccountGroupsRequest)
      const name = c.req.param('id')
      const accountId = await changeGroupsOf(context, operatorAction(c, act), { name, groups })
      return c.json({ groups: await readGroupNames(context, accountId) })
    })
}

async function present(context: Parts<'database'>): Promise<AdminGroupsView> {
  const groups = await readGroups(context)
  return {
    data: groups.map(({ id: _, created_at: __, members, ...group }) => {
      const { allowance: credits, allowance_period: period, is_cumulative, ...limits } = group
      const allowance = credits !== null && period ? { credits, period, is_cumulative } : null
      const quota = limits.storage_quota
      return { ...limits, storage_quota: quota && Number(quota), allowance, members }
    }),
  }
}
