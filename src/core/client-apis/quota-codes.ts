const codes = new Set(['insufficient_credits', 'never_paid', 'daily_cap', 'group_daily_cap'])

/** Whether a refusal says that credits are missing, or a limit on spending them is reached, also one of a feature. */
export function isQuotaCode(code: string): boolean {
  return codes.has(code)
}
