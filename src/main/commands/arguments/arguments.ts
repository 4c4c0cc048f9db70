import { InvalidArgumentError } from 'commander'

/** Each parser throws `InvalidArgumentError` with the limit; commander says before it which argument it was. */
export function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) throw new InvalidArgumentError('An e-mail address, name@example.com.')
  return text
}

/** The most credits that are given or taken at once. */
export const mostCredits = 1_000_000_000

/** The longest list. */
export const mostRows = 1_000

/** The last page there is. */
export const lastPage = 1_000_000

/** A parser of whole numbers within bounds. */
export function parseWhole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`A whole number from ${least} to ${most.toLocaleString('en')}.`)
  }
}

function parseText(what: string, most: number): (text: string) => string {
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
