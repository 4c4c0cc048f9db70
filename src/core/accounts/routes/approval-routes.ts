import { Hono } from 'hono'
import { withPermission } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody } from '#core/http/validation.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { RejectRequest, type WaitingAccountsView } from '../contract/approvals.ts'
import { decideApproval, readWaiting } from '../decide-approval.ts'
import { presentAccountLine } from './present-admin-account.ts'

/** How many accounts a list has at most. */
const shown = 100

/** Accounts that wait for approval. */
export function adminApprovalRoutes({ context }: ApiOptions) {
  const operator = withPermission(context, 'accounts.admit')
  const line = presentAccountLine(context)
  const sendsMail = context.mail !== null
  return new Hono<Env>()
    .get('/api/admin/waiting', operator, async (c) => {
      const { rows, hasMore } = await readWaiting(context, shown)
      const data = rows.map(({ id, email, name, created_at }) => ({
        ...{ id, email, name },
        created_at: created_at.toISOString(),
      }))
      return c.json({ data, has_more: hasMore } satisfies WaitingAccountsView)
    })
    .post('/api/admin/accounts/:id/approve', operator, async (c) => {
      const act = operatorAction(c, await readBody(c, ActRequest))
      const approval = { name: c.req.param('id'), isApproved: true, sendsMail } as const
      return c.json(line(await decideApproval(context, act, approval)))
    })
    .post('/api/admin/accounts/:id/reject', operator, async (c) => {
      const { note, ...act } = await readBody(c, RejectRequest)
      const approval = { name: c.req.param('id'), isApproved: false, note, sendsMail } as const
      return c.json(line(await decideApproval(context, operatorAction(c, act), approval)))
    })
}
