/**
 * What was sold, in a currency's smallest unit, without tax. `disputed`: what banks took back, less what they
 * returned. `tax`: the tax of all of it.
 */
export type Takings = {
  payments: number
  paid: number
  refunded: number
  disputed: number
  tax: number
}
