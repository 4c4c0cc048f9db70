import type { Command } from 'commander'
import { loadModels } from '#core/models/load-models.ts'
import { parseReason } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import type { CommandTools } from '../feature.ts'
import { MarginsQuery, ReconcileRequest } from './contract.ts'
import { marginTables } from './cost-rules.ts'
import { importPrices } from './manage-prices.ts'
import { readCostPrices } from './read-cost-prices.ts'
import { fileLines, readMargins } from './read-margins.ts'
import { readTextFile } from './read-text-file.ts'
import { reconcile } from './reconcile.ts'

export { errorTexts as refusalTexts } from './error-texts.ts'

type Days = { from?: string; to?: string }

/** `costs …`: import, list, check, margins, reconcile. */
export function addCommands(program: Command, tools: CommandTools): void {
  const { withDatabase } = tools
  const costs = program.command('costs').description('What jobs cost at the providers')
  costs
    .command('import')
    .description('Import prices of providers, all of them or nothing')
    .argument('<file>', 'CSV or JSON, such as what fal answers (docs/costs.md)')
    .option('--provider <id>', 'the provider of rows that name none')
    .requiredOption('--reason <text>', 'why, for the audit log', parseReason)
    .action((file: string, { provider, reason }: { provider?: string; reason: string }) =>
      withDatabase(async (context) => {
        const text = await readTextFile(file)
        const act = operatorAction(reason)
        print(await importPrices(context, act, { provider: provider ?? null, text }))
      }),
    )
  costs
    .command('list')
    .description('The prices that count now, one a line; amounts in millionths of the currency')
    .action(() =>
      withDatabase(async (context) => {
        for (const price of (await readCostPrices(context)).prices) print(price)
      }),
    )
  costs
    .command('check')
    .description('The models that are sold below their cost, one a line')
    .action(() =>
      withDatabase(async (context) => {
        await loadModels(context)
        for (const loss of (await readCostPrices(context)).losses) print(loss)
      }),
    )
  addReports(costs, tools)
}

function addReports(costs: Command, { withDatabase }: CommandTools): void {
  costs
    .command('margins')
    .description('Charges less refunds, and what the jobs cost, one line each')
    .option('--by <what>', marginTables.join(', '), 'model')
    .option('--from <day>', 'the first day (UTC), such as 2026-11-01')
    .option('--to <day>', 'the last day (UTC)')
    .action((asked: Days & { by: string }) => {
      const query = MarginsQuery.safeParse(asked)
      if (!query.success) return fail(problemsOf(query.error))
      return withDatabase(async (context) => {
        const { lines, total } = await readMargins(context, query.data, fileLines)
        for (const line of lines) print(line)
        print({ name: 'total', ...total })
      })
    })
  costs
    .command('reconcile')
    .description('Compare a provider’s usage export with what was recorded; changes nothing')
    .argument('<provider>', 'its id, such as fal')
    .argument('<file>', 'CSV or JSON (docs/costs.md)')
    .option('--from <day>', 'the first day (UTC) of the export')
    .option('--to <day>', 'its last day')
    .option('--request-id-column <name>', 'the column with the provider’s ids of jobs')
    .option('--endpoint-column <name>', 'the column with endpoints')
    .option('--cost-column <name>', 'the column with costs')
    .action((provider: string, file: string, options: ReconcileOptions) => {
      const query = ReconcileRequest.omit({ file: true }).safeParse({
        ...{ provider, from: options.from, to: options.to },
        columns: {
          request_id: options.requestIdColumn,
          endpoint: options.endpointColumn,
          cost: options.costColumn,
        },
      })
      if (!query.success) return fail(problemsOf(query.error))
      return withDatabase(async (context) => {
        print(await reconcile(context, { ...query.data, text: await readTextFile(file) }))
      })
    })
}

type ReconcileOptions = Days & {
  requestIdColumn?: string
  endpointColumn?: string
  costColumn?: string
}

const problemsOf = ({ issues }: { issues: { path: PropertyKey[]; message: string }[] }) =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')
