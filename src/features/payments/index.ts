import type { Feature } from '../feature.ts'
import { findTakenBackFaults } from './faults-queries.ts'
import { paymentMetrics } from './metrics.ts'
import * as refundsAndTax from './migrations/0003-refunds-and-tax.ts'
import * as payments from './migrations/payments-0001-payments.ts'
import { findEntryPayments, forgetReturns } from './payment-queries.ts'
import { permissions } from './permissions.ts'
import { exportPayments } from './read-payments.ts'
import { readTakings } from './takings-queries.ts'
import { writePaymentMail } from './texts.ts'

/** Credit packs that are bought with money, and refunds of it (docs/spec/money.md#payments). */
export const paymentsFeature: Feature = {
  permissions,
  migrations: { '0003-refunds-and-tax': refundsAndTax, 'payments-0001-payments': payments },
  // Bookkeeping needs them, and what is refunded later is owed.
  keptTables: ['payment', 'payment_refund'],
  coordinatorTables: ['payment_event'],
  pages: ['/pricing/done'],
  routes: () => import('./routes/payment-routes.ts'),
  commands: () => import('./commands.ts'),
  accountExport: { payments: exportPayments },
  forgetAccount: [forgetReturns],
  entryPayments: [findEntryPayments],
  takings: [readTakings],
  ledgerChecks: [{ ofSlice: findTakenBackFaults }],
  metrics: [paymentMetrics],
  mails: {
    receipt: (content, letterhead) => writePaymentMail('receipt', content, letterhead),
    payment_failed: (content, letterhead) =>
      writePaymentMail('payment_failed', content, letterhead),
    payment_disputed: (content, letterhead) =>
      writePaymentMail('payment_disputed', content, letterhead),
  },
}
