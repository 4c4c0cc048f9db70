import { Hono } from 'hono'
import { withPermission } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import { ActRequest } from '#core/operators/contract.ts'
import type { Parts } from '#core/parts.ts'
import {
  type AdminInvitationLine,
  type AdminInvitationsPage,
  type CreatedInvitation,
  CreateInvitationRequest,
  InvitationsQuery,
} from './contract.ts'
import { createInvitation, endInvitation, readInvitations } from './manage-invitations.ts'
import type { InvitationRow } from './queries.ts'
import { invitationPath, invitationState } from './rules.ts'

/** How many invitations a list has at most. */
const shown = 50

/** Invitations: the list, creating and revoking them. */
export function adminRoutes({ context, publicUrl }: ApiOptions) {
  const operator = withPermission(context, 'accounts.admit')
  return new Hono<Env>()
    .get('/api/admin/invitations', operator, async (c) => {
      const { before: start = null } = readQuery(c, InvitationsQuery)
      const page = { before: start, limit: shown }
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
      const url = publicUrl + invitationPath(created.token)
      return c.json({ ...line, url } satisfies CreatedInvitation)
    })
    .post('/api/admin/invitations/:id/revoke', operator, async (c) => {
      const act = operatorAction(c, await readBody(c, ActRequest))
      return c.json(
        presentInvitation(context, await endInvitation(context, act, c.req.param('id'))),
      )
    })
}

function presentInvitation({ now }: Parts<'now'>, row: InvitationRow): AdminInvitationLine {
  const { id, uses, used, credits, note, created_by } = row
  return {
    ...{ id, uses, used, credits, note, created_by },
    state: invitationState(row, now()),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
