import { Command, InvalidArgumentError } from 'commander'
import { listNotes } from '#database/queries/operator/notes.ts'
import { createAccountWithCredits, grantCredits } from '#services/accounts/create-account.ts'
import { createApiKey } from '#services/accounts/sign-in.ts'
import { verifyLedger } from '#services/ledger/verify-ledger.ts'
import { withDatabase } from './with-database.ts'

/** The operator's command line. Answers JSON on standard output; sentences and faults go to standard error. */
const program = new Command('atelier').description('Run an Atelier studio from the command line.')

const account = program.command('account').description('Accounts and their credits')

account
  .command('create')
  .description('Make an account; prints JSON, with an API key that is shown this once')
  .requiredOption('--email <address>', 'e-mail address', parseEmail)
  .option('--credits <number>', 'credits to start with', parseCredits, 0)
  .option('--paid', 'mark it as one that has paid', false)
  .option('--key', 'make an API key', false)
  .action(async ({ email, credits, paid, key }: { email: string; credits: number; paid: boolean; key: boolean }) => {
    await withDatabase(async (context) => {
      const { account: made, created } = await createAccountWithCredits(context, { email, name: null, credits, paid })
      if (!created) return fail(`${email} has an account already. Use: account grant --email ${email} --credits N`)
      const apiKey = key ? await createApiKey(context, made.id, 'made on the command line') : undefined
      print({ email: made.email, credits: made.credits, has_ever_paid: made.has_paid, api_key: apiKey })
    })
  })

account
  .command('grant')
  .description('Give credits to an account')
  .requiredOption('--email <address>', 'e-mail address', parseEmail)
  .option('--credits <number>', 'credits to add', parseCredits, 0)
  .option('--paid', 'mark it as one that has paid', false)
  .option('--note <text>', 'why, for the ledger', 'granted by the operator')
  .action(async (grant: { email: string; credits: number; paid: boolean; note: string }) => {
    await withDatabase(async (context) => {
      const granted = await grantCredits(context, grant)
      if (!granted) return fail(`There is no account ${grant.email}.`)
      print({
        email: granted.account.email,
        credits: granted.balance,
        has_ever_paid: granted.account.has_paid || grant.paid,
      })
    })
  })

program
  .command('ledger')
  .description('The ledger')
  .command('verify')
  .description('Check every balance against its entries; exits 1 when one is wrong')
  .action(async () => {
    await withDatabase(async (context) => {
      const { accounts, faults } = await verifyLedger(context)
      if (faults.length === 0) {
        console.log(`Every balance is the sum of its entries (${accounts} accounts).`)
        return
      }
      for (const fault of faults) console.error(JSON.stringify(fault))
      fail(`The ledger is wrong in ${faults.length} places.`)
    })
  })

program
  .command('notes')
  .description('What needs a person: jobs that the provider may bill although nobody got their result')
  .option('--limit <number>', 'how many, newest first', parseWhole, 50)
  .action(async ({ limit }: { limit: number }) => {
    await withDatabase(async (context) => {
      for (const note of await listNotes(context.database, limit)) print(note)
    })
  })

function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) throw new InvalidArgumentError('Not an e-mail address.')
  return text
}

function parseCredits(text: string): number {
  const credits = Number(text)
  if (!Number.isInteger(credits) || credits < 0 || credits > 1_000_000_000) {
    throw new InvalidArgumentError('Credits are whole numbers from 0 to 1,000,000,000.')
  }
  return credits
}

function parseWhole(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('A whole number above 0, please.')
  return number
}

function print(value: object): void {
  console.log(JSON.stringify(value))
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
