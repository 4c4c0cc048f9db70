import type { Command } from 'commander'
import {
  mostRows,
  parseId,
  parseNote,
  parseReason,
  parseWhole,
} from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { print } from '#platform/command-line/output.ts'
import type { CommandTools } from '../feature.ts'
import { createCodes, disableCodes, readCodes } from './manage-codes.ts'
import { codeLimits, redeemPath } from './rules.ts'

const why = 'why, for the audit log'

type CreateOptions = {
  count: number
  uses: number
  credits: number
  days: number | null
  paid: boolean
  note: string | null
  reason: string
}

/** `code …`: create, list, disable. */
export function addCommands(program: Command, { withDatabase, publicUrl }: CommandTools): void {
  const code = program.command('code').description('Gift codes')
  const { count, uses, days, credits } = codeLimits
  code
    .command('create')
    .description(
      'Create gift codes; prints their batch and then each code, which is shown only once',
    )
    .requiredOption('--credits <number>', 'what each account gets', parseWhole(1, credits))
    .option('--count <number>', 'how many codes', parseWhole(1, count), 1)
    .option('--uses <number>', 'how many accounts may redeem each', parseWhole(1, uses), 1)
    .option('--days <number>', 'how long they count; else without end', parseWhole(1, days), null)
    .option('--no-paid', 'redeeming one does not unlock generation')
    .option('--note <text>', 'what they are for; operators read it', parseNote, null)
    .requiredOption('--reason <text>', why, parseReason)
    .action(({ reason, paid, ...wanted }: CreateOptions) =>
      withDatabase(async (context) => {
        const request = { ...wanted, counts_as_paid: paid }
        const { batch, codes } = await createCodes(context, operatorAction(reason), request)
        print(batch)
        for (const one of codes) print({ code: one, link: `${publicUrl()}${redeemPath}/${one}` })
      }),
    )
  code
    .command('list')
    .description('Batches of gift codes, newest first, one a line')
    .option('--limit <number>', 'how many', parseWhole(1, mostRows), 50)
    .option('--before <id>', 'only those older than this one', parseId, null)
    .action(({ limit, before }: { limit: number; before: string | null }) =>
      withDatabase(async (context) => {
        for (const batch of (await readCodes(context, { before, limit })).rows) print(batch)
      }),
    )
  code
    .command('disable')
    .description('Let the codes of a batch give nothing any more')
    .argument('<id>', 'the id of the batch (code list)', parseId)
    .requiredOption('--reason <text>', why, parseReason)
    .action((id: string, { reason }: { reason: string }) =>
      withDatabase(async (context) => {
        print(await disableCodes(context, operatorAction(reason), id))
      }),
    )
}
