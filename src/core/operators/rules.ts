/** What operators may want to know of, of all accounts. */
export const operatorEvents = [
  'generation.failed',
  'alert.created',
  'account.created',
  'report.created',
  'result.removed',
  'payment.paid',
  'payment.disputed',
  'payment.refunded',
  'outage.began',
  'outage.ended',
] as const

export type OperatorEvent = (typeof operatorEvents)[number]
