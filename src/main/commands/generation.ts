import { type Command, Option } from 'commander'
import {
  findFailedGenerations,
  findGenerationsFor,
  readGenerationWhole,
} from '#core/generations/find-generations.ts'
import { refundForOperator, retryAll, retryGeneration } from '#core/generations/retry-generation.ts'
import { type FailureCode, failureCodes } from '#core/generations/rules/failure.ts'
import { mostRows, parseNote, parseReason, parseSince } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { print } from '#platform/command-line/output.ts'
import { withDatabase } from '../with-database.ts'

const why = 'why, for the audit log'

/** `generation …`: find, show, retry, refund. */
export function addGenerationCommands(program: Command): void {
  const generation = program.command('generation').description('Generations')
  generation
    .command('list')
    .description(
      'Generations, one a line, 100 at most: those still open, the next due first, or what is found, newest first',
    )
    .option(
      '--find <text>',
      'an id, a request id (ours or the provider’s), or an e-mail address',
      '',
    )
    .option('--failed', 'those that failed, newest first, 1,000 at most', false)
    .option('--since <time>', sinceText, parseSince)
    .addOption(codeOption())
    .action(async ({ find, failed, since, code }: ListOptions, command: Command) => {
      if (!failed && (since || code))
        command.error("error: '--since' and '--code' go with '--failed'")
      if (failed && find !== '') command.error("error: '--find' does not go with '--failed'")
      await withDatabase(async (context) => {
        const filter = { since: since ?? new Date(Date.now() - day), codes: code && [code] }
        const found = failed
          ? await findFailedGenerations(context, filter, mostRows)
          : await findGenerationsFor(context, find)
        for (const row of found) print(row)
      })
    })
  generation
    .command('show')
    .description('A generation with its ledger entries, alerts and operator actions')
    .argument('<id>', 'its id')
    .action(async (id: string) => {
      await withDatabase(async (context) => {
        const { row, owner, entries, alerts, retryId, acts } = await readGenerationWhole(
          context,
          id,
        )
        // Inputs and answers belong to the owner; the token authenticates webhooks.
        const { input, terms, webhook_token, answer, provider_output, ...shown } = row
        print({ ...shown, email: owner.email, entries, alerts, retried_as: retryId, acts })
      })
    })
  addActs(generation)
}

/** The default period of the list of failed generations, in ms. */
const day = 24 * 60 * 60_000
const sinceText = 'an ISO date, or how long ago: 30m, 12h, 7d'

type ListOptions = { find: string; failed: boolean; since?: Date; code?: FailureCode }
type RetryOptions = {
  all: boolean
  since?: Date
  code?: FailureCode
  reason: string
  from?: 'result' | 'start'
}

function codeOption(): Option {
  return new Option('--code <code>', 'only those that failed so').choices(failureCodes)
}

function addActs(generation: Command): void {
  generation
    .command('retry')
    .description(
      'Look at an open one now, or try a failed one again as a new one that costs its owner nothing',
    )
    .argument('[id]', 'its id')
    .option('--all', 'everything that failed since --since and may succeed now, 500 at most', false)
    .option('--since <time>', sinceText, parseSince)
    .addOption(codeOption())
    .requiredOption('--reason <text>', why, parseReason)
    .addOption(
      new Option(
        '--from <where>',
        'fetch the provider’s result again, or hand the work over anew',
      ).choices(['result', 'start']),
    )
    .action(async (id: string | undefined, options: RetryOptions, command: Command) => {
      const { all, since, code, reason, from } = options
      if (all === (id !== undefined)) command.error("error: say either an id or '--all'")
      if (!all && (since || code)) command.error("error: '--since' and '--code' go with '--all'")
      if (all && !since) command.error("error: '--all' needs '--since <time>'")
      await withDatabase(async (context) => {
        if (id !== undefined)
          return print(await retryGeneration(context, operatorAction(reason), { id, from }))
        if (!since) return
        const { retried, refused, hasMore } = await retryAll(context, operatorAction(reason), {
          since,
          code,
          from,
        })
        for (const line of retried) print(line)
        print({ retried: retried.length, refused, has_more: hasMore })
      })
    })
  generation
    .command('refund')
    .description('Give back what a failed one cost, once')
    .argument('<id>', 'its id')
    .requiredOption('--reason <text>', why, parseReason)
    .option(
      '--note <text>',
      'what its owner reads in the ledger',
      parseNote,
      'refunded by the operator',
    )
    .action(async (id: string, { reason, note }: { reason: string; note: string }) => {
      await withDatabase(async (context) => {
        print({
          id,
          credits: await refundForOperator(context, operatorAction(reason), { id, note }),
        })
      })
    })
}
