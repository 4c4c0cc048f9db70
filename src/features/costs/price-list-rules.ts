import { type CostUnit, type ProviderPrice, readAmount } from './cost-rules.ts'
import { cellOf, type NamedRow } from './csv-rules.ts'

/** The most prices of one list. */
export const mostPrices = 10_000

/** What is wrong with a list; `path` names the line and the field. */
export type ListProblem = { path: string; message: string }

/** The most problems that are reported at once. */
const mostProblems = 20

/** As fal's prices and ours call their fields. */
const names = {
  provider: ['provider'],
  endpoint: ['endpoint', 'endpoint_id'],
  unit: ['unit'],
  amount: ['amount', 'unit_price', 'price'],
  currency: ['currency'],
}

/** What providers call the units; of one that is not here the cost of a job is not known. */
const unitNames: Readonly<Record<string, CostUnit>> = {
  job: 'job',
  request: 'job',
  generation: 'job',
  video: 'job',
  image: 'image',
  second: 'second',
  video_second: 'second',
  minute: 'minute',
  megapixel: 'megapixel',
  thousand_character: 'thousand_characters',
  '1000_character': 'thousand_characters',
  '1k_character': 'thousand_characters',
  compute_second: 'compute_second',
  gpu_second: 'compute_second',
}

/** Returns the unit of a name such as `megapixels` or `1000 characters`. */
export function unitOf(name: string): CostUnit | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replace(/s$/, '')
  return Object.hasOwn(unitNames, plain) ? unitNames[plain] : undefined
}

export type NewPrice = ProviderPrice & { micros: number }

export type PriceList =
  | {
      prices: NewPrice[]
      currency: string
      /** How many rows have a unit that cannot be counted, by its name. */
      skipped: Record<string, number>
    }
  | { problems: ListProblem[] }

/** What the rows of a list do not say: the provider, and the currency that counts here. */
type Expected = { provider: string | null; currency: string | null }

/**
 * Reads the rows of a price list: all of them or nothing. Rows in units that are not known are
 * validated, too, and left out.
 */
export function readPriceList(rows: readonly NamedRow[], expected: Expected): PriceList {
  if (rows.length === 0) return { problems: [{ path: 'file', message: 'has no prices' }] }
  const problems: ListProblem[] = []
  const prices: NewPrice[] = []
  const skipped: Record<string, number> = {}
  const seen = new Map<string, number>()
  let { currency } = expected
  for (const row of rows) {
    const read = readRow(row, { provider: expected.provider, currency })
    problems.push(...read.problems)
    if (read.problems.length > 0 || !read.row) continue
    const { provider, endpoint, unit, unitName, micros } = read.row
    currency ??= read.row.currency
    const key = `${provider} ${endpoint}`
    const earlier = seen.get(key)
    if (earlier !== undefined)
      problems.push({ path: `line ${row.line}, endpoint`, message: `is in line ${earlier}, too` })
    seen.set(key, row.line)
    if (unit) prices.push({ provider, endpoint, unit, micros })
    else skipped[unitName] = (skipped[unitName] ?? 0) + 1
  }
  if (problems.length > 0) return { problems: problems.slice(0, mostProblems) }
  return { prices, currency: currency ?? 'usd', skipped }
}

type Row = Omit<NewPrice, 'unit'> & { unit?: CostUnit; unitName: string; currency: string | null }

function readRow(row: NamedRow, expected: Expected): { problems: ListProblem[]; row?: Row } {
  const problems: ListProblem[] = []
  const report = (field: string, message: string) =>
    problems.push({ path: `line ${row.line}, ${field}`, message })
  const textOf = (field: keyof typeof names, most: number) => {
    const value = cellOf(row, names[field])
    const text = value === undefined ? '' : String(value).trim()
    if (text.length > most) report(field, `must have at most ${most} characters`)
    return text
  }
  const provider = textOf('provider', 60) || expected.provider || ''
  if (!/^[a-z][a-z0-9-]*$/.test(provider)) report('provider', 'must be the id of a provider')
  const endpoint = textOf('endpoint', 200)
  if (!/^\S+$/.test(endpoint)) report('endpoint', 'must be the id of an endpoint, or *')
  const unitName = textOf('unit', 60)
  if (unitName === '') report('unit', 'is missing')
  const currency = textOf('currency', 3).toLowerCase() || null
  if (currency !== null && !/^[a-z]{3}$/.test(currency)) report('currency', 'must be three letters')
  else if (currency !== null && expected.currency !== null && currency !== expected.currency)
    report('currency', `must be ${expected.currency}, as all prices here`)
  const amount = readAmount(cellOf(row, names.amount))
  if ('problem' in amount) report('amount', amount.problem)
  if (problems.length > 0 || 'problem' in amount) return { problems }
  const unit = unitOf(unitName)
  return {
    problems,
    row: { provider, endpoint, unitName, currency, micros: amount.micros, ...(unit && { unit }) },
  }
}
