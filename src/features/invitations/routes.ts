import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, publicRoute, refusals } from '#core/http/route.ts'
import { adminRoutes } from './admin-routes.ts'
import { CheckInvitation, InvitationView } from './contract.ts'
import { errorTexts } from './error-texts.ts'
import { checkInvitation } from './manage-invitations.ts'

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

export const errors = {
  statuses: { sign_up_closed: 409, mail_not_set_up: 409 },
  texts: errorTexts,
} as const

export { ledgerNotes } from './ledger-notes.ts'

/** Checking one, for anyone, and what operators do. */
export function routes(options: ApiOptions) {
  const { context } = options
  return new OpenAPIHono<Env>()
    .openapi(check, async (c) => c.json(await checkInvitation(context, c.get('body').token), 200))
    .route('/', adminRoutes(options))
}
