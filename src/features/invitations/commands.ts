import type { Command } from 'commander'
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
import type { CommandTools } from '../feature.ts'
import { createInvitation, endInvitation, readInvitations } from './manage-invitations.ts'
import type { InvitationRow } from './queries.ts'
import { invitationLimits, invitationPath } from './rules.ts'

export { errorTexts as refusalTexts } from './error-texts.ts'

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
export function addCommands(program: Command, { withDatabase, publicUrl }: CommandTools): void {
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
        print({ ...summary(row), link: publicUrl() + invitationPath(token) })
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
