/**
 * Why credits came or went. `reversal`: a payment was refunded or disputed; `return`: a dispute was
 * won; `correction`: an operator took them back; `repayment`: what was owed.
 */
export const entryReasons = [
  'charge',
  'refund',
  'purchase',
  'grant',
  'reversal',
  'return',
  'correction',
  'repayment',
] as const
export type EntryReason = (typeof entryReasons)[number]
