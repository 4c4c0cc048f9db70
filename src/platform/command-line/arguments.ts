import { InvalidArgumentError } from 'commander'

/**
 * Each parser throws `InvalidArgumentError` with the limit; commander adds which argument it was.
 */
export function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))
    throw new InvalidArgumentError('An e-mail address, name@example.com.')
  return text
}

/** The maximum of credits that are given or taken at once. */
export const mostCredits = 1_000_000_000

/** The maximum amount of a payment, in the currency's smallest unit. */
export const mostMoney = 2 ** 31 - 1

/** The maximum length of a list. */
export const mostRows = 1_000

/** The highest number of an alert. */
export const lastAlert = Number.MAX_SAFE_INTEGER

/** Returns a parser of integers within bounds. */
export function parseWhole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`A whole number from ${least} to ${most.toLocaleString('en')}.`)
  }
}

/** Parses the id of a row. */
export function parseId(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text
  throw new InvalidArgumentError('An id as it is printed.')
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses a time: an ISO date, or a duration ago, such as 30m, 12h or 7d. */
export function parseSince(text: string): Date {
  const [, number, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (number !== undefined)
    return new Date(Date.now() - Number(number) * units[unit as keyof typeof units])
  const date = new Date(text)
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(date.getTime())) return date
  throw new InvalidArgumentError('How long ago, such as 30m, 12h or 7d, or an ISO date.')
}

/** Returns a parser of texts that are not empty, with `most` characters. */
export function parseText(what: string, most: number): (text: string) => string {
  return (text) => {
    const trimmed = text.trim()
    if (trimmed !== '' && trimmed.length <= most) return trimmed
    throw new InvalidArgumentError(`${what} of 1 to ${most} characters.`)
  }
}

/** For the audit log. */
export const parseReason = parseText('A reason', 500)

/** For the account's owner, in the ledger. */
export const parseNote = parseText('A note', 200)
