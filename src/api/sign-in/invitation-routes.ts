import { OpenAPIHono } from '@hono/zod-openapi'
import { CheckInvitation, InvitationView } from '#contract/admin/invitations.ts'
import { checkInvitation } from '#services/admin/invitations.ts'
import type { ApiOptions, Env } from '../env.ts'
import { json, publicRoute, refusals } from '../route.ts'

/** The token is in the body: addresses are logged. */
const check = publicRoute({
  method: 'post',
  path: '/api/invitations/check',
  summary: 'Whether an invitation counts',
  description: 'For the page of the link that an operator sent. Takes no use of it.',
  body: CheckInvitation,
  responses: {
    200: json(InvitationView, 'Its state, and what it gives.'),
    ...refusals(400, 413, 415, 429),
  },
})

export function invitationRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(check, async (c) =>
    c.json(await checkInvitation(context, c.get('body').token), 200),
  )
}
