/** What is sold: `amount` in the currency's smallest unit (cents). */
export type CreditPack = { id: string; credits: number; amount: number }

/** All that is sold, in one currency (ISO 4217, small letters), cheapest first. */
export type CreditPacks = { currency: string; packs: readonly CreditPack[] }

/** What is sold when the operator says nothing. */
export const defaultPacks: CreditPacks = {
  currency: 'usd',
  packs: [
    { id: 'start', credits: 1_000, amount: 1_000 },
    { id: 'studio', credits: 3_300, amount: 3_000 },
    { id: 'atelier', credits: 12_000, amount: 10_000 },
  ],
}
