/** How many digits a currency has after its decimal point. */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** An amount in the currency's smallest unit as a person types it: “12.50”. */
export function amountText({ amount, currency }: { amount: number; currency: string }): string {
  const digits = digitsOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/**
 * Reads an amount that was typed, with a point or a comma before the cents. Returns it in the
 * currency's smallest unit; `null`: it is none.
 */
export function parseAmount(text: string, currency: string): number | null {
  const digits = digitsOf(currency)
  const [, whole, part = ''] = /^(\d{1,10})(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || part.length > digits) return null
  return Number(whole + part.padEnd(digits, '0'))
}
