import type { Command } from 'commander'
import { decideApproval, readWaiting } from '#core/accounts/decide-approval.ts'
import { mostRows, parseNote, parseReason, parseWhole } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { print } from '#platform/command-line/output.ts'
import { withDatabase } from '../with-database.ts'

const why = 'why, for the audit log'

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
