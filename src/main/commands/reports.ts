import type { Command } from 'commander'
import type { Database } from '#database/database.ts'
import { listAlerts } from '#database/queries/admin/operator-log.ts'
import { findStorageOutage, listProviderOutages } from '#database/queries/outages.ts'
import { isUnresolved } from '#domain/payments/refund-request.ts'
import {
  lastAlert,
  mostMoney,
  mostRows,
  parseId,
  parseReason,
  parseWhole,
} from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import { readAllPayments } from '#services/admin/read-overview.ts'
import { refundPayment, repeatRefund } from '#services/admin/refund-payment.ts'
import { checkLedger } from '#services/ledger/check-ledger.ts'
import { withDatabase } from '../with-database.ts'

/** `ledger verify`. */
export function addLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('The ledger')
    .command('verify')
    .description(
      'Check every balance against its entries, and record the result; exits 1 when one is wrong',
    )
    .action(async () => {
      await withDatabase(async (context) => {
        const { accounts, faults } = await checkLedger(context, operatorAction('').actor)
        if (faults.length === 0) {
          console.log(`Every balance is the sum of its entries (${accounts} accounts).`)
          return
        }
        for (const fault of faults) console.error(JSON.stringify(fault))
        fail(`The ledger is wrong in ${faults.length} places.`)
      })
    })
}

/** `payment list`, `payment refund`. */
export function addPaymentCommands(program: Command): void {
  const payment = program.command('payment').description('Payments')
  addRefund(payment)
  payment
    .command('list')
    .description('Payments with the events of the payment provider, newest first, one a line')
    .option(
      '--find <text>',
      'an id (ours or the payment provider’s), or the account’s e-mail address',
      '',
    )
    .option('--before <id>', 'only those older than this payment', parseId, null)
    .action(async ({ find, before }: { find: string; before: string | null }) => {
      await withDatabase(async (context) => {
        const found = await readAllPayments(context, { text: find, before })
        for (const payment of found.payments) {
          const isOwn = ({ payment_id }: { payment_id: string | null }) => payment_id === payment.id
          print({
            ...payment,
            events: found.events.filter(isOwn),
            refunds: found.refunds.filter(isOwn),
          })
        }
      })
    })
}

type RefundOptions = { amount?: number; repeat: boolean; reason: string }

function addRefund(payment: Command): void {
  payment
    .command('refund')
    .description('Refund money through Stripe; the credits go back when its event arrives')
    .argument('<id>', 'the payment’s id')
    .option('--amount <number>', 'in cents; all that is left by default', parseWhole(1, mostMoney))
    .option('--repeat', 'send the refund whose answer was lost again; it is made once', false)
    .requiredOption('--reason <text>', 'why, for the audit log', parseReason)
    .action(async (paymentId: string, options: RefundOptions, command: Command) => {
      const { amount = null, repeat, reason } = options
      if (repeat && amount !== null) command.error("error: '--amount' does not go with '--repeat'")
      await withDatabase(async (context) => {
        if (!context.payments) return fail(noStripe)
        const act = operatorAction(reason)
        const refund = repeat
          ? await repeatRefund(context, act, { paymentId })
          : await refundPayment(context, act, { paymentId, amount })
        print(refund)
        if (refund.state === 'refused') fail(`Stripe refused it: ${refund.error}`)
        if (isUnresolved(refund.state))
          fail('No answer came, so its outcome is unknown. Send it again with --repeat.')
      })
    })
}

const noStripe =
  'STRIPE_SECRET_KEY is not set. Payments of the demo’s checkout are refunded in /admin.'

/** `alerts`. */
export function addAlerts(program: Command): void {
  program
    .command('alerts')
    .description(
      'What needs attention: outages in progress, jobs billed without a result, payments that differ',
    )
    .option('--limit <number>', 'how many, newest first', parseWhole(1, mostRows), 50)
    .option('--before <id>', 'only those older than this alert', parseWhole(1, lastAlert))
    .action(async (wanted: { limit: number; before?: number }) => {
      await withDatabase(async (context) => {
        const outages = wanted.before === undefined ? await listOutages(context.database) : []
        const alerts = await listAlerts(context.database, wanted)
        for (const one of [...outages, ...alerts]) print(one)
        if (outages.length + alerts.length === 0) console.error('Nothing needs attention.')
      })
    })
}

/** What is unavailable now: our storage, and providers that refuse our account. */
async function listOutages(database: Database) {
  const storage = await findStorageOutage(database)
  const providers = await listProviderOutages(database)
  return [
    ...(storage ? [{ outage: 'storage', since: storage.since, detail: storage.detail }] : []),
    ...providers.map(({ provider: outage, code, since, detail }) => ({
      outage,
      code,
      since,
      detail,
    })),
  ]
}
