import type { Feature } from '../feature.ts'
import { computeDays } from './compute-days.ts'
import { CreditValueSetting, ProviderBudgetsSetting } from './contract.ts'
import * as costs from './migration.ts'
import { permissions } from './permissions.ts'
import { readProviderFacts } from './provider-facts.ts'
import { recordCost } from './record-cost.ts'
import { budgetCheck } from './start-check.ts'
import { watchBudgets } from './watch-budgets.ts'
import { writeBudgetMail } from './write-mail.ts'

/** What jobs cost the operator: prices, margins, budgets of providers (docs/costs.md). */
export const costsFeature: Feature = {
  permissions,
  migrations: { 'costs-0001-costs': costs },
  settings: {
    credit_value: { schema: CreditValueSetting, initial: null },
    provider_budgets: { schema: ProviderBudgetsSetting, initial: {} },
  },
  // What a job cost stays, as the ledger does.
  keptTables: ['generation_cost'],
  referenceTables: ['provider_cost', 'provider_stop'],
  coordinatorTables: ['cost_day', 'cost_sum'],
  endEffects: [recordCost],
  startChecks: [budgetCheck],
  providerFacts: [readProviderFacts],
  mails: { provider_budget: writeBudgetMail },
  routes: () => import('./routes.ts'),
  commands: () => import('./commands.ts'),
  scheduledJobs: [
    { name: 'budgets', every: 2_000, isShared: true, run: watchBudgets },
    { name: 'costs', every: 10 * 60_000, run: computeDays },
  ],
}
