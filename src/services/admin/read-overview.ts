import { listAlerts, listOperatorActions } from '#database/queries/admin/operator-log.ts'
import {
  listPaymentEvents,
  listStrayEvents,
  readQueue,
  searchPayments,
} from '#database/queries/admin/overview.ts'
import { listChecks } from '#database/queries/ledger/ledger.ts'
import { findStorageOutage, listProviderOutages } from '#database/queries/outages.ts'
import { listRefundsOf } from '#database/queries/payments/payment-refunds.ts'
import { listChangedSchemas } from '#database/queries/schema-checks.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { readMarking } from '../provenance/read-marking.ts'
import { olderPage, streamPages } from './find-accounts.ts'

type Context = Pick<ServiceContext, 'database'>

/** How many alerts, ledger checks, actions and payments are shown at once. */
const alertsShown = 50
const checksShown = 20
const actsShown = 50
const paymentsShown = 25

/** Returns the state of the provider, the open generations, and what needs an operator. */
export async function readOverview(
  context: Pick<ServiceContext, 'database' | 'settings' | 'signing'>,
) {
  const { database } = context
  const [outages, storageOutage, queue, alerts, changedSchemas, marks] = await Promise.all([
    listProviderOutages(database),
    findStorageOutage(database),
    readQueue(database),
    listAlerts(database, { limit: alertsShown }),
    listChangedSchemas(database),
    readMarking(context),
  ])
  return { outages, storageOutage: storageOutage ?? null, queue, alerts, changedSchemas, marks }
}

/** Returns ledger checks, newest first. */
export function readChecks({ database }: Context) {
  return listChecks(database, checksShown)
}

/** Returns operator actions, newest first; `before`: the id of an entry, for older ones. */
export async function readActs({ database }: Context, before?: number) {
  const rows = await listOperatorActions(database, { before, limit: actsShown })
  return { rows, before: rows.length === actsShown ? (rows.at(-1)?.id ?? null) : null }
}

/**
 * Returns payments with the provider's events of each, newest first; `text`: an id, or the
 * account's e-mail address; `before`: the id of a payment, for older ones.
 */
export async function readAllPayments(
  { database }: Context,
  { text, before }: { text: string; before: string | null },
) {
  const id = isId(text) ? text : null
  const limit = paymentsShown + 1
  const found = await searchPayments(database, { text, id, before, limit }).execute()
  const page = olderPage(found, paymentsShown)
  const ids = page.rows.map((payment) => payment.id)
  const [events, refunds, stray] = await Promise.all([
    listPaymentEvents(database, ids),
    listRefundsOf(database, ids),
    text === '' && before === null ? listStrayEvents(database, paymentsShown).execute() : [],
  ])
  return { payments: page.rows, events, refunds, stray, before: page.before }
}

/** Reads the payments that `readAllPayments` finds in batches. */
export function streamPayments({ database }: Context, text: string) {
  const id = isId(text) ? text : null
  return streamPages((before, limit) =>
    searchPayments(database, { text, id, before, limit }).execute(),
  )
}
