import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { exportAccount } from '#core/account-data/export-account.ts'
import { beginExport, deleteForOperator } from '#core/account-data/find-account-data.ts'
import { deriveIdentityKey } from '#core/accounts/sign-in/tokens.ts'
import { parseReason } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import { openStorage, sessionSecret } from '../adapters.ts'
import { loadEnvironment, readConfig } from '../config.ts'
import { withDatabase } from '../with-database.ts'

const who = 'e-mail address or id'
const why = 'why, for the audit log'

/** `account …`: export, delete. */
export function addAccountDataCommands(account: Command): void {
  account
    .command('export')
    .description('Write everything of an account into a zip file, as its owner can download it')
    .requiredOption('--email <address>', who)
    .requiredOption('--out <file>', 'the file to write; it must not exist')
    .requiredOption('--reason <text>', why, parseReason)
    .action((options: ExportOptions) => writeExport(options))
  account
    .command('delete')
    .description('Delete an account and everything it made, for good; its owner gets a mail')
    .requiredOption('--email <address>', who)
    .requiredOption('--confirm <address>', 'its e-mail address once more')
    .requiredOption('--reason <text>', why, parseReason)
    .action(async ({ email: name, confirm: email, reason }: DeleteOptions) => {
      const config = readConfig(loadEnvironment())
      const secret = config.IDENTITY_SECRET ?? (await sessionSecret(config))
      const identityKey = deriveIdentityKey(secret)
      await withDatabase(async (context) => {
        const deletion = { name, email, actorRole: 'owner' } as const
        const closing = { ...context, identityKey }
        const { id, deleted_at } = await deleteForOperator(
          closing,
          operatorAction(reason),
          deletion,
        )
        print({ id, deleted_at })
      })
    })
}

type ExportOptions = { email: string; out: string; reason: string }
type DeleteOptions = { email: string; confirm: string; reason: string }

/** Readable by its writer alone. A file that could not be completed is deleted. */
async function writeExport({ email, out, reason }: ExportOptions): Promise<void> {
  const config = readConfig(loadEnvironment())
  const storage = await openStorage(config, { url: 'http://localhost', secret: 'of no use here' })
  const file = createWriteStream(out, { flags: 'wx', mode: 0o600 })
  const problem = await new Promise<Error | null>((resolve) => {
    file.once('open', () => resolve(null)).once('error', resolve)
  })
  if (problem) return fail(`${out} cannot be written: ${problem.message}`)
  try {
    await withDatabase(async (context) => {
      const account = await beginExport(context, operatorAction(reason), email)
      await pipeline(exportAccount({ ...context, storage }, account), file)
      const { size: bytes } = await stat(out)
      print({ id: account.id, file: out, bytes })
    })
  } catch (error) {
    file.destroy()
    await rm(out, { force: true })
    throw error
  }
}
