import { type Usage, type UsageUnit, usageUnits } from '#core/models/rules/metering.ts'

/** What an answer counts, as a part of an output; what is no count is left out. */
export function readUsage(counted: Partial<Record<UsageUnit, unknown>>): { usage?: Usage } {
  const usage: Usage = {}
  for (const unit of usageUnits) {
    const amount = counted[unit]
    if (typeof amount === 'number' && Number.isFinite(amount) && amount >= 0) usage[unit] = amount
  }
  return Object.keys(usage).length > 0 ? { usage } : {}
}
