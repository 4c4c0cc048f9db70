import { Hono } from 'hono'
import { ActRequest } from '#contract/admin/generations.ts'
import {
  type AdminInvitationLine,
  type AdminInvitationsPage,
  type CreatedInvitation,
  CreateInvitationRequest,
  InvitationsQuery,
  RejectRequest,
  type WaitingAccountsView,
} from '#contract/admin/invitations.ts'
import { joinPath } from '#contract/page-paths.ts'
import { invitationState } from '#domain/accounts/sign-up.ts'
import { decideApproval, readWaiting } from '#services/admin/decide-approval.ts'
import { createInvitation, endInvitation, readInvitations } from '#services/admin/invitations.ts'
import type { InvitationRow, ServiceContext } from '#services/context.ts'
import { withPermission } from '../access.ts'
import type { ApiOptions, Env } from '../env.ts'
import { readBody, readQuery } from '../validation.ts'
import { operatorAction } from './operator-action.ts'
import { presentAccountLine } from './present-account.ts'

/** How many rows a list has at most. */
const shown = { invitations: 50, waiting: 100 }

/** Who may join: invitations, and accounts that wait for approval. */
export function adminAccessRoutes({ context, publicUrl }: ApiOptions) {
  const operator = withPermission(context, 'accounts.admit')
  return new Hono<Env>()
    .get('/api/admin/invitations', operator, async (c) => {
      const { before: start = null } = readQuery(c, InvitationsQuery)
      const page = { before: start, limit: shown.invitations }
      const { rows, before } = await readInvitations(context, page)
      const data = rows.map((row) => presentInvitation(context, row))
      return c.json({ data, before } satisfies AdminInvitationsPage)
    })
    .post('/api/admin/invitations', operator, async (c) => {
      const body = await readBody(c, CreateInvitationRequest)
      const { uses, days, credits, note = null, email = null } = body
      const sendsMail = context.mail !== null
      const request = { uses, days, credits, note, email, sendsMail }
      const created = await createInvitation(context, operatorAction(c, body), request)
      const line = presentInvitation(context, created.invitation)
      const url = `${publicUrl}${joinPath}/${created.token}`
      return c.json({ ...line, url } satisfies CreatedInvitation)
    })
    .post('/api/admin/invitations/:id/revoke', operator, async (c) => {
      const act = operatorAction(c, await readBody(c, ActRequest))
      return c.json(
        presentInvitation(context, await endInvitation(context, act, c.req.param('id'))),
      )
    })
    .route('/', approvalRoutes(context))
}

function approvalRoutes(context: ServiceContext) {
  const operator = withPermission(context, 'accounts.admit')
  const line = presentAccountLine(context)
  const sendsMail = context.mail !== null
  return new Hono<Env>()
    .get('/api/admin/waiting', operator, async (c) => {
      const { rows, hasMore } = await readWaiting(context, shown.waiting)
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

function presentInvitation(
  { now }: Pick<ServiceContext, 'now'>,
  row: InvitationRow,
): AdminInvitationLine {
  const { id, uses, used, credits, note, created_by } = row
  return {
    ...{ id, uses, used, credits, note, created_by },
    state: invitationState(row, now()),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
