import type { FailureCode } from '#core/generations/rules/failure.ts'

/** What a provider charges for; `image`: a result of any medium. */
export const costUnits = [
  'job',
  'image',
  'second',
  'minute',
  'megapixel',
  'thousand_characters',
  'compute_second',
] as const
export type CostUnit = (typeof costUnits)[number]

/** How many of the smallest parts that are counted, such as milliseconds, a unit has. */
export const partsOfUnit: Readonly<Record<CostUnit, number>> = {
  job: 1,
  image: 1,
  second: 1_000,
  minute: 60_000,
  megapixel: 1_000_000,
  thousand_characters: 1_000,
  compute_second: 1_000,
}

/** The endpoint of a price that counts for all endpoints of a provider without one of their own. */
export const anyEndpoint = '*'

/** A price of a provider. `micros`: millionths of the currency; `null`: it has none any more. */
export type ProviderPrice = {
  provider: string
  endpoint: string
  unit: CostUnit
  micros: number | null
}

/** The highest price of a unit, in the currency: what is above was mistyped. */
export const mostAmount = 10_000

export const microsPerUnit = 1_000_000

/** What is known of a job: in parts of each unit (`partsOfUnit`); `null`: unknown. */
export type Quantities = Readonly<Record<CostUnit, number | null>>

/**
 * What counts of a job. `results`: that the provider bills; `runMs`: how long it computed;
 * `durationMs` and `pixels`: of all results together; `characters`: of the prompt.
 */
export type JobFacts = {
  results: number
  runMs: number | null
  durationMs: number | null
  pixels: number | null
  characters: number
}

/** Returns the quantities of a job in each unit. */
export function quantitiesOf(facts: JobFacts): Quantities {
  const { results, runMs, durationMs, pixels, characters } = facts
  return {
    job: 1,
    image: results,
    second: durationMs,
    minute: durationMs,
    megapixel: pixels,
    thousand_characters: characters,
    compute_second: runMs,
  }
}

/** Returns the cost of quantities in millionths, rounded half up once; `null`: unknown. */
export function costOf(
  price: Pick<ProviderPrice, 'unit' | 'micros'>,
  quantities: Quantities,
): number | null {
  const quantity = quantities[price.unit]
  if (price.micros === null || quantity === null) return null
  const parts = BigInt(partsOfUnit[price.unit])
  return Number((2n * BigInt(price.micros) * BigInt(quantity) + parts) / (2n * parts))
}

/** A file of a result as far as it is billed. */
type BilledFile = { durationMs: number | null; width: number | null; height: number | null }

/**
 * The length and the pixels of all billed results from the kept files: of those that were blocked
 * or lost as much as of the others. `null`: not known of each file.
 */
export function sizesOf(
  files: readonly BilledFile[],
  results: number,
): Pick<JobFacts, 'durationMs' | 'pixels'> {
  const share = (values: readonly (number | null)[]) => {
    if (values.length === 0 || values.includes(null)) return null
    const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
    return Math.round((sum * results) / values.length)
  }
  return {
    durationMs: share(files.map(({ durationMs }) => durationMs)),
    pixels: share(
      files.map(({ width, height }) => (width === null || height === null ? null : width * height)),
    ),
  }
}

/**
 * What a provider bills for a job that ended so: its `results`, `nothing`, or it is `unknown` here.
 * Providers charge for what they delivered, not for errors of their own or of the input.
 */
export function billingOf(failure: FailureCode | null): 'results' | 'nothing' | 'unknown' {
  switch (failure) {
    case null:
      return 'results'
    case 'invalid_input':
    case 'input_unreachable':
    case 'temporarily_unavailable':
    case 'provider_error':
      return 'nothing'
    default:
      return 'unknown'
  }
}

/** An amount of money in text or as a number, as millionths; `problem`: why it is none. */
export function readAmount(given: unknown): { micros: number } | { problem: string } {
  const text = typeof given === 'number' ? plainNumber(given) : String(given ?? '').trim()
  if (text === '') return { problem: 'is missing' }
  if (/^-\d/.test(text)) return { problem: 'must not be negative' }
  const [, whole, decimals = ''] = /^(\d{1,15})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  if (whole === undefined) return { problem: 'must be a number such as 0.025' }
  const kept = BigInt(whole + decimals.slice(0, 6).padEnd(6, '0'))
  const micros = kept + (Number(decimals[6] ?? 0) >= 5 ? 1n : 0n)
  if (micros > BigInt(mostAmount) * BigInt(microsPerUnit))
    return { problem: `must be at most ${mostAmount}` }
  if (micros === 0n && /[1-9]/.test(decimals)) return { problem: 'is below a millionth' }
  return { micros: Number(micros) }
}

/** Without an exponent: `1e-7` is below what a price can be, and is said to be so. */
function plainNumber(value: number): string {
  return Number.isFinite(value) && Math.abs(value) < 1e15 ? value.toFixed(12) : String(value)
}

/** Millionths as a decimal number of the currency. */
export function amountOf(micros: number): number {
  return micros / microsPerUnit
}

/** A decimal amount as millionths. */
export function microsOf(amount: number): number {
  return Math.round(amount * microsPerUnit)
}

/** What credits are worth in millionths; `null`: an operator has not said what a credit is worth. */
export function worthOf(credits: number, creditValue: number | null): number | null {
  return creditValue === null ? null : credits * microsOf(creditValue)
}

/** Returns the price that counts for an endpoint: its own, else that of all endpoints. */
export function priceFor(
  prices: ReadonlyMap<string, ProviderPrice>,
  provider: string,
  endpoint: string,
): ProviderPrice | undefined {
  return prices.get(priceKey(provider, endpoint)) ?? prices.get(priceKey(provider, anyEndpoint))
}

export const priceKey = (provider: string, endpoint: string): string => `${provider} ${endpoint}`

/** What margins are listed by. */
export const marginTables = ['model', 'day', 'account'] as const
export type MarginTable = (typeof marginTables)[number]
