import { m } from '#web/messages/compiled/messages.js'
import { currentLocale, currentTag } from './locale.ts'

/** A whole number with the separators of the reader's language: 10,000. */
export function formatNumber(value: number): string {
  // Most numbers are small, and the first use of `Intl` takes a phone a tenth of a second.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
  const locale = currentLocale()
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(currentTag())
  numberFormats.set(locale, format)
  return format.format(value)
}

/** A sum of money, given in the currency's smallest unit (cents; yen have no smaller one). */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const format = new Intl.NumberFormat(currentTag(), style)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Several words as a list in the reader's language: “images and videos”. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(currentTag()).format(words)
}

/** A size in bytes in the largest unit that fits, to a tenth: “1.2 MB”, “840 kB”. */
export function formatBytes(bytes: number): string {
  const power = Math.min(
    byteUnits.length - 1,
    Math.max(0, Math.floor(Math.log(bytes || 1) / Math.log(1024))),
  )
  const unit = byteUnits[power] ?? 'byte'
  const style = { style: 'unit', unit, unitDisplay: unit === 'byte' ? 'long' : 'short' } as const
  const maximumFractionDigits = power > 1 ? 1 : 0
  return new Intl.NumberFormat(currentTag(), { ...style, maximumFractionDigits }).format(
    bytes / 1024 ** power,
  )
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A moment to the minute, in the reader's language and time zone. */
export function formatDateTime(moment: string | Date): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))
}

/** A calendar day, given as `2026-11-21`, or the day of a moment in the reader's time zone. */
export function formatDate(day: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day)
  return dateFormat({ dateStyle: 'medium' }).format(new Date(isDay ? `${day}T00:00` : day))
}

/** The time of day alone. */
export function formatTime(moment: string | Date): string {
  return dateFormat({ timeStyle: 'short' }).format(new Date(moment))
}

/**
 * A day as a heading: “Today”, “Yesterday”, then the date, with its year once that is another one.
 */
export function formatDay(moment: string | Date, now = new Date()): string {
  const date = new Date(moment)
  const daysAgo = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)
  if (daysAgo === 0 || daysAgo === 1) {
    const word = new Intl.RelativeTimeFormat(currentTag(), { numeric: 'auto' }).format(
      -daysAgo,
      'day',
    )
    return word.charAt(0).toUpperCase() + word.slice(1)
  }
  const sameYear = date.getFullYear() === now.getFullYear()
  return dateFormat({
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    ...(!sameYear && { year: 'numeric' }),
  }).format(date)
}

/** An elapsed time in its shortest form: “12 s”, “3 min 05 s”, “1 h 02 min”. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const minutes = Math.floor(seconds / 60)
  const padded = (value: number) => String(value % 60).padStart(2, '0')
  if (seconds < 60) return m.time_seconds({ seconds })
  if (minutes < 60) return m.time_minutes({ minutes, seconds: padded(seconds) })
  return m.time_hours({ hours: Math.floor(minutes / 60), minutes: padded(minutes) })
}

/**
 * The duration of something that is over; less than a second in milliseconds, never zero: “340 ms”,
 * “12 s”.
 */
export function formatTook(milliseconds: number): string {
  if (milliseconds >= 1000) return formatElapsed(milliseconds)
  return m.time_milliseconds({ milliseconds: Math.max(1, Math.floor(milliseconds)) })
}

/** Creating a formatter takes a hundred times as long as using it, and a history uses many. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = currentLocale()
  const key = `${locale} ${JSON.stringify(options)}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(currentTag(), options)
  dateFormats.set(key, format)
  return format
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
