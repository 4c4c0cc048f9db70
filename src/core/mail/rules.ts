/** What features write mails about (`declare module`), and the facts in each. */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureMails {}

export type FeatureMail = {
  [About in keyof FeatureMails]: { about: About } & FeatureMails[About]
}[keyof FeatureMails]

export type MailContent = CoreMail | FeatureMail

/**
 * What a mail of the core is about, with the facts in it. The last four are for the operators.
 */
export type CoreMail =
  | { about: 'account_deleted' | 'account_deleted_by_operator' }
  | { about: 'account_approved'; credits: number }
  | { about: 'account_rejected'; note: string }
  /** `count`: generations that will be deleted in a week; they are kept for `days`. */
  | { about: 'retention'; count: number; days: number }
  | { about: 'provider_outage'; provider: string; code: string; detail: string }
  | { about: 'account_waiting'; email: string }
  | { about: 'storage_outage'; detail: string }
  | { about: 'ledger_faults'; accounts: number; faults: number }

/** A job that took at least as long is worth a mail, in ms. */
export const longJob = 60_000

/** How long such a mail waits for an open page to show the result, in ms. */
export const pageWait = 30_000

/** How often a mail is tried: for about three days. */
export const maxMailAttempts = 16

/** The pause after a failed attempt, in ms: from a minute to six hours. `attempts`: made so far. */
export function mailRetryDelay(attempts: number): number {
  return Math.min(60_000 * 2 ** Math.max(0, attempts - 1), 6 * 3_600_000)
}

/** How long a mail stays with its worker, in ms. Sending one takes less. */
export const mailLease = 5 * 60_000

/** For how long it is remembered that a mail was sent, in ms. */
export const sentMailRetention = 30 * 24 * 3_600_000

/**
 * Whether this is one plain e-mail address: no name, list, comment or control character, which
 * could name other recipients or begin another header.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u.test(text)
}
