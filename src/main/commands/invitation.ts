import type { Command } from 'commander'
import { joinPath } from '#contract/page-paths.ts'
import type { InvitationRow } from '#database/tables.ts'
import { invitationLimits } from '#domain/accounts/sign-up.ts'
import {
  mostRows,
  parseEmail,
  parseId,
  parseNote,
  parseReason,
  parseWhole,
} from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { print } from '#platform/command-line/output.ts'
import { decideApproval, readWaiting } from '#services/admin/decide-approval.ts'
import { createInvitation, endInvitation, readInvitations } from '#services/admin/invitations.ts'
import { loadEnvironment, readConfig } from '../config.ts'
import { withDatabase } from '../with-database.ts'

const why = 'why, for the audit log'

type CreateOptions = {
  uses: number
  days: number
  credits: number
  note: string | null
  email: string | null
  reason: string
}

/** `invitation …`: create, list, revoke. */
export function addInvitationCommands(program: Command): void {
  const invitation = program.command('invitation').description('Links that create accounts')
  const { uses, days, credits } = invitationLimits
  invitation
    .command('create')
    .description('Create an invitation; prints JSON, with its link, which is shown only once')
    .option('--uses <number>', 'how many accounts it creates', parseWhole(1, uses), 1)
    .option('--days <number>', 'how long it counts', parseWhole(1, days), 14)
    .option('--credits <number>', 'what each account gets', parseWhole(0, credits), 0)
    .option('--note <text>', 'what it is for; operators read it', parseNote, null)
    .option('--email <address>', 'who is sent the link, in English', parseEmail, null)
    .requiredOption('--reason <text>', why, parseReason)
    .action(({ reason, ...wanted }: CreateOptions) =>
      withDatabase(async (context) => {
        const act = operatorAction(reason)
        const { invitation: row, token } = await createInvitation(context, act, {
          ...wanted,
          sendsMail: context.sendsMail,
        })
        const { fixedPublicUrl = '' } = readConfig(loadEnvironment())
        print({ ...summary(row), link: `${fixedPublicUrl}${joinPath}/${token}` })
      }),
    )
  invitation
    .command('list')
    .description('Invitations, newest first, one a line')
    .option('--limit <number>', 'how many', parseWhole(1, mostRows), 50)
    .option('--before <id>', 'only those older than this one', parseId, null)
    .action(({ limit, before }: { limit: number; before: string | null }) =>
      withDatabase(async (context) => {
        const { rows } = await readInvitations(context, { before, limit })
        for (const row of rows) print(summary(row))
      }),
    )
  invitation
    .command('revoke')
    .description('Let an invitation create no further accounts')
    .argument('<id>', 'its id (invitation list)', parseId)
    .requiredOption('--reason <text>', why, parseReason)
    .action((id: string, { reason }: { reason: string }) =>
      withDatabase(async (context) => {
        print(summary(await endInvitation(context, operatorAction(reason), id)))
      }),
    )
}

function summary({ token_hash: _, ...row }: InvitationRow) {
  return row
}

type DecisionOptions = { email: string; reason: string; note: string }

/** `account …`: waiting, approve, reject. */
export function addApprovalCommands(account: Command): void {
  const who = 'e-mail address or id'
  account
    .command('waiting')
    .description('Accounts that wait for approval, the longest first, one a line')
    .option('--limit <number>', 'how many', parseWhole(1, mostRows), 50)
    .action(({ limit }: { limit: number }) =>
      withDatabase(async (context) => {
        const { rows } = await readWaiting(context, limit)
        for (const { id, email, name, created_at } of rows) print({ id, email, name, created_at })
      }),
    )
  account
    .command('approve')
    .description('Let an account that waits, or was rejected, begin with its sign-up credits')
    .requiredOption('--email <address>', who)
    .requiredOption('--reason <text>', why, parseReason)
    .action(({ email, reason }: DecisionOptions) => decide(reason, email, { isApproved: true }))
  account
    .command('reject')
    .description('Reject an account that waits; it stays, and can do nothing')
    .requiredOption('--email <address>', who)
    .requiredOption('--note <text>', 'why, for its owner', parseNote)
    .requiredOption('--reason <text>', why, parseReason)
    .action(({ email, reason, note }: DecisionOptions) =>
      decide(reason, email, { isApproved: false, note }),
    )
}

function decide(
  reason: string,
  name: string,
  decision: { isApproved: true } | { isApproved: false; note: string },
): Promise<void> {
  return withDatabase(async (context) => {
    const { sendsMail } = context
    const approval = { name, sendsMail, ...decision }
    const {
      id,
      email,
      approval: state,
    } = await decideApproval(context, operatorAction(reason), approval)
    print({ id, email, approval: state })
  })
}
