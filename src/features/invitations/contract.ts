import { z } from 'zod'
import { nextPage } from '#core/accounts/contract/admin-accounts.ts'
import { isMailAddress } from '#core/mail/rules.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'
import { invitationLimits, invitationStates, invitationToken } from './rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    /** No one may sign up, so that no invitation would count. */
    sign_up_closed: object
    mail_not_set_up: object
  }
}

const time = z.iso.datetime()

/** `POST /api/invitations/check`. */
export const CheckInvitation = z
  .strictObject({ token: z.string().regex(invitationToken) })
  .meta({ examples: [{ token: 'x2Yp5vL0c6S9dQbT8mJ4rW7nE1kH3fG-aZuVoPqNi_s' }] })

/** An invitation, for the person who follows it. */
export const InvitationView = z
  .object({
    state: z.enum(invitationStates),
    credits: z.int().meta({ description: 'What an account made with it gets.' }),
  })
  .meta({ id: 'Invitation', examples: [{ state: 'valid', credits: 500 }] })
export type InvitationView = z.infer<typeof InvitationView>

/** An invitation, for operators; its link is not stored. */
export const AdminInvitationLine = z.strictObject({
  id: z.string(),
  state: z.enum(invitationStates),
  uses: z.int(),
  used: z.int(),
  credits: z.int(),
  note: z.string().nullable(),
  created_by: z.string(),
  created_at: time,
  expires_at: time,
})
export type AdminInvitationLine = z.infer<typeof AdminInvitationLine>

/** `GET /api/admin/invitations`: newest first. */
export const AdminInvitationsPage = z.strictObject({
  data: z.array(AdminInvitationLine),
  before: nextPage,
})
export type AdminInvitationsPage = z.infer<typeof AdminInvitationsPage>

export const InvitationsQuery = z.strictObject({ before: z.uuid().optional() })

/** `POST /api/admin/invitations`. `days`: until it expires. `email`: who is sent the link. */
export const CreateInvitationRequest = ActRequest.extend({
  uses: z.int().min(1).max(invitationLimits.uses),
  days: z.int().min(1).max(invitationLimits.days),
  credits: z.int().min(0).max(invitationLimits.credits).default(0),
  note: z.string().trim().min(1).max(200).regex(plainText).optional(),
  email: z.string().trim().max(254).refine(isMailAddress).optional(),
})

/** `POST /api/admin/invitations`: `url` is the link, which is shown only now. */
export const CreatedInvitation = AdminInvitationLine.extend({ url: z.string() })
export type CreatedInvitation = z.infer<typeof CreatedInvitation>
