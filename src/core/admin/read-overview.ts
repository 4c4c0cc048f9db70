import { listChecks } from '#core/credits/queries/ledger.ts'
import { findStorageOutage, listProviderOutages } from '#core/generations/queries/outages.ts'
import { listChangedSchemas } from '#core/models/schema-check-queries.ts'
import { listAlerts } from '#core/operators/operator-log-queries.ts'
import type { Parts } from '#core/parts.ts'
import { readMarking } from '#core/provenance/read-marking.ts'
import { readQueue } from './overview-queries.ts'

type Context = Parts<'database'>

/** How many alerts and ledger checks are shown at once. */
const alertsShown = 50
const checksShown = 20

/** Returns the state of the provider, the open generations, and what needs an operator. */
export async function readOverview(context: Parts<'database' | 'settings' | 'signing'>) {
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
