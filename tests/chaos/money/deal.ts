import type { Checking } from '../checks/check-all.ts'
import type { Http } from '../load/http.ts'
import type { MoneyEvent } from '../plan/plan-money.ts'
import { leave } from './leave.ts'
import { operate } from './operate.ts'
import { sell } from './sell.ts'

/** Does what the schedule says beside the creates, and keeps what the other side answered. */
export async function deal(
  event: MoneyEvent,
  { world, accounts, findings, dealings }: Checking,
  http: Http,
) {
  const { webs, checkoutSimulator, database } = world
  if (event.kind === 'sale') {
    const account = accounts[event.sale.account]
    if (!account) throw new Error('The plan names a buyer that does not exist')
    const record = { plan: event.sale, account, sold: null, isReported: false }
    dealings.sales.push(record)
    return sell({ http, webs, checkoutSimulator, findings }, record)
  }
  if (event.kind === 'leave') {
    const account = accounts[event.account]
    if (!account) throw new Error('The plan names a leaver that does not exist')
    const record = { account, at: null }
    dealings.leavings.push(record)
    return leave({ http, webs }, record)
  }
  const operator = accounts.find(({ name }) => name === 'operator')
  if (!operator) throw new Error('The plan has no operator')
  const record = { plan: event.act, acknowledged: 0, unknown: 0 }
  dealings.acts.push(record)
  return operate({ http, webs, database, operator, accounts }, record)
}
