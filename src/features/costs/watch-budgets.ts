import { queueMail } from '#core/mail/queries.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import { chooseEndpoint } from '#core/models/rules/model.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import type { Parts } from '#core/parts.ts'
import {
  deleteStops,
  insertStop,
  listOpenJobs,
  listStops,
  type OpenJob,
  readSpentToday,
} from './budget-queries.ts'
import { microsOf } from './cost-rules.ts'
import { firstCurrency } from './manage-prices.ts'
import { expectedCost, loadPriceBook, type PriceBook } from './price-book.ts'
import { findCurrency } from './price-queries.ts'

type Context = Parts<'contributions' | 'database' | 'endpoints' | 'log' | 'mail' | 'settings'>

/** The most open jobs whose cost is estimated one by one. */
const mostOpenJobs = 5_000

/**
 * Stops the providers whose jobs of today, the open ones included, have reached their budget, and
 * ends stops that no budget causes any more. Operators learn of it once a day and provider. Without
 * budgets, this is a look at an empty table.
 */
export async function watchBudgets(context: Context): Promise<void> {
  const budgets = context.settings.current().settings.provider_budgets
  const names = Object.keys(budgets)
  const reached = names.length === 0 ? [] : await findReached(context, budgets)
  const over = new Set(reached.map(({ provider }) => provider))
  await endStops(context, (provider) => !over.has(provider))
  for (const one of reached) await stop(context, one)
}

type Reached = { provider: string; spent: number; budget: number }

async function findReached(
  context: Context,
  budgets: Readonly<Record<string, number>>,
): Promise<Reached[]> {
  const { database } = context
  const [spent, open] = await Promise.all([readSpentToday(database), readOpenCosts(context)])
  return Object.entries(budgets).flatMap(([provider, amount]) => {
    const ended = spent.find((one) => one.provider === provider)?.micros ?? 0
    const sum = ended + (open.get(provider) ?? 0)
    const budget = microsOf(amount)
    return sum >= budget ? [{ provider, spent: sum, budget }] : []
  })
}

/** What open jobs will cost, by provider; of many jobs those that are read stand for all. */
async function readOpenCosts({
  database,
  endpoints,
}: Parts<'database' | 'endpoints'>): Promise<Map<string, number>> {
  const [{ jobs, count }, book] = await Promise.all([
    listOpenJobs(database, mostOpenJobs),
    loadPriceBook(database),
  ])
  const share = count / Math.max(1, jobs.length)
  const sums = new Map<string, number>()
  for (const job of jobs) {
    const placed = placeOf(job, endpoints)
    if (!placed) continue
    const cost = costAt(book, job, placed) ?? 0
    sums.set(placed.provider, (sums.get(placed.provider) ?? 0) + Math.round(cost * share))
  }
  return sums
}

/** Where a job runs, or will: before it is submitted, at the first provider of its model. */
function placeOf({ provider, endpoint, model, input }: OpenJob, endpoints: Context['endpoints']) {
  if (provider !== null && endpoint !== null) return { provider, endpoint }
  const found = findModel(model)
  if (!found) return null
  const own = chooseEndpoint(found, input)
  return { provider: found.provider, endpoint: endpoints[own] ?? own }
}

function costAt(
  book: PriceBook,
  { model, generation_type, model_version, input, requested }: OpenJob,
  place: { provider: string; endpoint: string },
): number | null {
  const job = { ...place, model, input, quantity: requested }
  return expectedCost(book, { ...job, generationType: generation_type, version: model_version })
}

async function stop(context: Context, { provider, spent, budget }: Reached): Promise<void> {
  const { database, mail, log } = context
  const currency = (await findCurrency(database)) ?? firstCurrency
  const amount = (micros: number) => `${(micros / 1e6).toFixed(2)} ${currency.toUpperCase()}`
  const day = await database.transaction().execute(async (transaction) => {
    const stopped = await insertStop(transaction, provider)
    if (stopped === null) return null
    if (mail && mail.operators.length > 0)
      await queueMail(transaction, {
        cause: `provider_budget ${provider} ${stopped}`,
        recipients: mail.operators,
        language: null,
        content: {
          about: 'provider_budget',
          provider,
          spent: amount(spent),
          budget: amount(budget),
        },
      })
    const data = { of: 'budget', provider, code: 'provider_budget' }
    await announceToOperators(context, transaction, { event: 'outage.began', data })
    return stopped
  })
  if (day)
    log.warn(
      { provider, spent: amount(spent), budget: amount(budget) },
      'daily budget of a provider reached',
    )
}

async function endStops(context: Context, mayRun: (provider: string) => boolean): Promise<void> {
  const { database, log } = context
  const stopped = await listStops(database)
  const ended = stopped.filter(mayRun)
  await database.transaction().execute(async (transaction) => {
    for (const provider of await deleteStops(transaction, ended)) {
      const data = { of: 'budget', provider, code: null }
      await announceToOperators(context, transaction, { event: 'outage.ended', data })
      log.info({ provider }, 'provider may run jobs again')
    }
  })
}
