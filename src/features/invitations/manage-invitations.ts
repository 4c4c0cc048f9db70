import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { type OlderPage, olderPage } from '#core/accounts/find-accounts.ts'
import { hashToken } from '#core/accounts/sign-in/tokens.ts'
import { isId } from '#core/ids.ts'
import { queueMail } from '#core/mail/queries.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  revokeInvitation,
} from './queries.ts'
import { type InvitationState, invitationPath, invitationState } from './rules.ts'

/**
 * `days`: until it expires. `note`: for operators. `email`: who is sent its link, if anyone;
 * `sendsMail`: mails are configured.
 */
type InvitationRequest = {
  uses: number
  days: number
  credits: number
  note: string | null
  email: string | null
  sendsMail: boolean
}

/**
 * Creates an invitation; its token, which is not stored, is returned here alone, and is in the mail
 * until that was sent. Throws `Refused`: `sign_up_closed` where no invitation would count,
 * `mail_not_set_up`, `act_repeated`.
 */
export async function createInvitation(
  { database, settings }: Parts<'database' | 'settings'>,
  act: OperatorAction,
  { uses, days, credits, note, email, sendsMail }: InvitationRequest,
): Promise<{ invitation: InvitationRow; token: string }> {
  if (settings.current().settings.sign_up === 'closed')
    throw new Refused({ reason: 'sign_up_closed' })
  if (email && !sendsMail) throw new Refused({ reason: 'mail_not_set_up' })
  const token = randomBytes(32).toString('base64url')
  return auditedTransaction(database, act, async (transaction) => {
    const invitation = await insertInvitation(transaction, {
      ...{ id: uuid(), tokenHash: hashToken(token), createdBy: act.actor },
      ...{ uses, days, credits, note },
    })
    if (email)
      await queueMail(transaction, {
        ...{ cause: `invitation ${invitation.id}`, recipients: [email], language: null },
        content: { about: 'invitation', path: invitationPath(token), days },
      })
    const details = {
      invitation: invitation.id,
      uses,
      days,
      credits,
      note,
      ...(email && { email }),
    }
    return { result: { invitation, token }, done: { act: 'invitation.create', details } }
  })
}

/**
 * Revokes an invitation: it creates no further accounts. Repeating it changes nothing but is
 * audited. Throws `Refused`: `not_found`, `act_repeated`.
 */
export function endInvitation(
  { database }: Parts<'database'>,
  act: OperatorAction,
  id: string,
): Promise<InvitationRow> {
  return auditedTransaction(database, act, async (transaction) => {
    const result = isId(id) ? await revokeInvitation(transaction, id) : undefined
    if (!result) throw new Refused({ reason: 'not_found' })
    return { result, done: { act: 'invitation.revoke', details: { invitation: id } } }
  })
}

/** Returns invitations, newest first. */
export async function readInvitations(
  { database }: Parts<'database'>,
  { before, limit }: { before: string | null; limit: number },
): Promise<OlderPage<InvitationRow>> {
  return olderPage(await listInvitations(database, { before, limit: limit + 1 }), limit)
}

/** Returns whether the invitation with this token counts, and the credits that it gives. */
export async function checkInvitation(
  { database, now }: Parts<'database' | 'now'>,
  token: string,
): Promise<{ state: InvitationState; credits: number }> {
  const invitation = await findInvitation(database, hashToken(token))
  const state = invitationState(invitation, now())
  return { state, credits: state === 'valid' ? (invitation?.credits ?? 0) : 0 }
}
