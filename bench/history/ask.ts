import type { Database } from '#database/database.ts'
import { findPage } from '#database/queries/history/find-page.ts'
import {
  type HistoryFilters,
  type HistoryOrder,
  pageOrder,
} from '#services/history/list-history.ts'
import { accountId } from '../world/accounts.ts'

export const pageSize = 20

/** What the service asks the database, for the nth account. */
export function orderOf(account: number, page: number, filters: HistoryFilters = {}): HistoryOrder {
  return { accountId: accountId(account), kind: 'image', page, pageSize, filters }
}

/** The product's own query. Answers its total. */
export async function ask(database: Database, order: HistoryOrder): Promise<number> {
  const { total } = await findPage(database, pageOrder(order))
  return total
}
