import { adminQuery } from '#web/admin/admin-query.ts'
import type { CostPricesView, MarginsView } from '../contract.ts'
import type { MarginTable } from '../cost-rules.ts'

export const costPricesQuery = adminQuery<CostPricesView>('costs/prices')

/** `from` and `to`: days (UTC); absent: the newest 30. */
export type MarginSpan = { by: MarginTable; from: string | undefined; to: string | undefined }

export const marginsQuery = (span: MarginSpan) =>
  adminQuery<MarginsView>('costs', { query: span, keeps: true })
