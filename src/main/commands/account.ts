import { type Command, Option } from 'commander'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { grantCredits, makeAccount, takeCreditsBack } from '#core/accounts/change-credits.ts'
import { changeRole } from '#core/accounts/change-role.ts'
import { findAccounts, readAccountDetails } from '#core/accounts/find-accounts.ts'
import { type Role, roles } from '#core/accounts/rules/roles.ts'
import { revokeSessions, suspendAccount } from '#core/accounts/suspend-account.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import {
  mostCredits,
  mostRows,
  parseEmail,
  parseId,
  parseNote,
  parseReason,
  parseWhole,
} from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import { withDatabase } from '../with-database.ts'
import { addAccountDataCommands } from './account-data.ts'
import { addApprovalCommands } from './approval.ts'

const who = 'e-mail address or id'
const why = 'why, for the audit log'
const whatIsRead = 'what its owner reads in the ledger'

type Wanted = { email: string; reason: string; credits: number; paid: boolean; note: string }

/** `account …`: create, show, list, give, take, suspend, resume, role, export, delete. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('Accounts and their credits')
  addCreate(account)
  addGrant(account)
  addTake(account)
  addSuspension(account, {
    name: 'suspend',
    isSuspended: true,
    text: 'Let an account start nothing; it keeps what it has',
  })
  addSuspension(account, {
    name: 'resume',
    isSuspended: false,
    text: 'Let a suspended account work again',
  })
  addRole(account)
  addAccountDataCommands(account)
  addApprovalCommands(account)
  addReading(account)
}

function addCreate(account: Command): void {
  account
    .command('create')
    .description('Create an account; prints JSON, with an API key that is shown only once')
    .requiredOption('--email <address>', 'e-mail address', parseEmail)
    .option('--credits <number>', 'credits to start with', parseWhole(0, mostCredits), 0)
    .option('--paid', 'mark it as one that has paid', false)
    .option('--key', 'make an API key', false)
    .option('--reason <text>', why, parseReason, 'made on the command line')
    .action(async ({ email, credits, paid, key, reason }: Wanted & { key: boolean }) => {
      await withDatabase(async (context) => {
        const wanted = { email, name: null, credits, paid }
        const { account: made, created } = await makeAccount(
          context,
          operatorAction(reason),
          wanted,
        )
        if (!created)
          return fail(
            `${email} has an account already. Use: account grant --email ${email} --credits N`,
          )
        const apiKey = key
          ? await createApiKey(context, made.id, 'made on the command line')
          : undefined
        print({ ...summary(made), api_key: apiKey })
      })
    })
}

function addGrant(account: Command): void {
  account
    .command('grant')
    .description('Give credits to an account')
    .requiredOption('--email <address>', who)
    .option('--credits <number>', 'credits to add', parseWhole(0, mostCredits), 0)
    .option('--paid', 'mark it as one that has paid', false)
    .option('--note <text>', whatIsRead, parseNote, 'granted by the operator')
    .option('--reason <text>', why, parseReason, 'granted on the command line')
    .action(async ({ email, credits, paid, note, reason }: Wanted, command: Command) => {
      if (credits === 0 && !paid)
        command.error("error: nothing to give: say '--credits <number>', '--paid' or both")
      await withDatabase(async (context) => {
        print(
          summary(
            await grantCredits(context, operatorAction(reason), {
              name: email,
              credits,
              paid,
              note,
            }),
          ),
        )
      })
    })
}

function addTake(account: Command): void {
  account
    .command('take')
    .description('Take credits away: exactly this many, or none if the balance is lower')
    .requiredOption('--email <address>', who)
    .requiredOption('--credits <number>', 'credits to take', parseWhole(1, mostCredits))
    .requiredOption('--reason <text>', why, parseReason)
    .option('--note <text>', whatIsRead, parseNote, 'taken back by the operator')
    .action(async ({ email, credits, note, reason }: Wanted) => {
      await withDatabase(async (context) => {
        print(
          summary(
            await takeCreditsBack(context, operatorAction(reason), { name: email, credits, note }),
          ),
        )
      })
    })
}

function addSuspension(
  account: Command,
  verb: { name: string; isSuspended: boolean; text: string },
): void {
  const { name, isSuspended, text } = verb
  account
    .command(name)
    .description(text)
    .requiredOption('--email <address>', who)
    .requiredOption('--reason <text>', why, parseReason)
    .action(async ({ email, reason }: Wanted) => {
      await withDatabase(async (context) => {
        print(
          summary(
            await suspendAccount(context, operatorAction(reason), { name: email, isSuspended }),
          ),
        )
      })
    })
}

function addRole(account: Command): void {
  account
    .command('role')
    .description(`What an account may do in /admin: ${roles.join(', ')}, or none`)
    .requiredOption('--email <address>', who)
    .addOption(
      new Option('--role <role>', 'the role').choices([...roles, 'none']).makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', why, parseReason)
    .action(async ({ email, role, reason }: Wanted & { role: Role | 'none' }) => {
      await withDatabase(async (context) => {
        const change = { name: email, role: role === 'none' ? null : role }
        print(summary(await changeRole(context, operatorAction(reason), change)))
      })
    })
}

function addReading(account: Command): void {
  account
    .command('show')
    .description('An account with its sessions, keys and operator actions')
    .requiredOption('--email <address>', who)
    .action(async ({ email }: Wanted) => {
      await withDatabase(async (context) => {
        const { account: row, ...rest } = await readAccountDetails(context, email)
        const { owed, daily_cap, job_ceiling, created_at } = row
        print({
          ...summary(row),
          name: row.name,
          owed,
          daily_cap,
          job_ceiling,
          created_at,
          ...rest,
        })
      })
    })
  account
    .command('list')
    .description('Accounts, newest first, one a line')
    .option('--find <text>', 'a part of the e-mail address or name', '')
    .option('--limit <number>', 'how many', parseWhole(1, mostRows), 50)
    .option('--before <id>', 'only those older than this account', parseId, null)
    .action(async ({ find, limit, before }: ListOptions) => {
      await withDatabase(async (context) => {
        const { rows } = await findAccounts(context, { text: find, before, limit })
        for (const row of rows) print({ ...summary(row), created_at: row.created_at })
      })
    })
}

type ListOptions = { find: string; limit: number; before: string | null }

function summary({ id, email, credits, has_paid, role, suspended_at, deleted_at }: AccountRow) {
  return { id, email, credits, has_ever_paid: has_paid, role, suspended_at, deleted_at }
}

type RevokeOptions = { account?: string; all?: boolean; reason: string }

/** `session revoke`. */
export function addSessionCommands(program: Command): void {
  program
    .command('session')
    .description('Sign-ins')
    .command('revoke')
    .description(
      'Sign out one account or all accounts everywhere; API keys stay. Prints how many sessions ended',
    )
    .option('--account <name>', 'e-mail address or id')
    .option('--all', 'every account')
    .option('--reason <text>', 'why, for the audit log', parseReason, 'revoked on the command line')
    .action(async ({ account, all = false, reason }: RevokeOptions, command: Command) => {
      if (all === (account !== undefined))
        command.error("error: say either '--account <name>' or '--all'")
      await withDatabase(async (context) => {
        print(await revokeSessions(context, operatorAction(reason), { name: account ?? null }))
      })
    })
}
