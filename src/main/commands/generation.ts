import { type Command, Option } from 'commander'
import { findGenerationsFor, readGenerationWhole } from '#services/admin/generations/find-generations.ts'
import { refundForOperator } from '#services/admin/generations/refund-generation.ts'
import { retryGeneration } from '#services/admin/generations/retry-generation.ts'
import { withDatabase } from '../with-database.ts'
import { parseNote, parseReason } from './arguments/arguments.ts'
import { actOf, print } from './output.ts'

const why = 'why, for the audit log'

/** `generation …`: find, show, retry, refund. */
export function addGenerationCommands(program: Command): void {
  const generation = program.command('generation').description('Pieces of work')
  generation
    .command('list')
    .description(
      'Generations, one a line, 100 at most: those still open, the next due first, or what is found, newest first',
    )
    .option('--find <text>', 'an id, a request id (ours or the provider’s), or an e-mail address', '')
    .action(async ({ find }: { find: string }) => {
      await withDatabase(async (context) => {
        for (const row of await findGenerationsFor(context, find)) print(row)
      })
    })
  generation
    .command('show')
    .description('A generation with its money, its notes and what operators did to it')
    .argument('<id>', 'its id')
    .action(async (id: string) => {
      await withDatabase(async (context) => {
        const { row, owner, entries, notes, retryId, acts } = await readGenerationWhole(context, id)
        // What was asked for is its owner's; the token lets a webhook in.
        const { input, terms, webhook_token, answer, ...shown } = row
        print({ ...shown, email: owner.email, entries, notes, retried_as: retryId, acts })
      })
    })
  addActs(generation)
}

function addActs(generation: Command): void {
  generation
    .command('retry')
    .description('Look at an open one now, or try a failed one again as a new one that costs its owner nothing')
    .argument('<id>', 'its id')
    .requiredOption('--reason <text>', why, parseReason)
    .addOption(
      new Option('--from <where>', 'fetch the provider’s result again, or hand the work over anew').choices([
        'result',
        'start',
      ]),
    )
    .action(async (id: string, { reason, from }: { reason: string; from?: 'result' | 'start' }) => {
      await withDatabase(async (context) => print(await retryGeneration(context, actOf(reason), { id, from })))
    })
  generation
    .command('refund')
    .description('Give back what a failed one cost, once')
    .argument('<id>', 'its id')
    .requiredOption('--reason <text>', why, parseReason)
    .option('--note <text>', 'what its owner reads in the ledger', parseNote, 'refunded by the operator')
    .action(async (id: string, { reason, note }: { reason: string; note: string }) => {
      await withDatabase(async (context) => {
        print({ id, credits: await refundForOperator(context, actOf(reason), { id, note }) })
      })
    })
}
