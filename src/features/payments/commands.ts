import type { Command } from 'commander'
import { mostMoney, parseId, parseReason, parseWhole } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import type { CommandTools } from '../feature.ts'
import { readAllPayments } from './read-payments.ts'
import { refundPayment, repeatRefund } from './refund-payment.ts'
import { isUnresolved } from './refund-rules.ts'

export { errorTexts as refusalTexts } from './texts.ts'

/** `payment …`: list, refund. */
export function addCommands(program: Command, { withDatabase }: CommandTools): void {
  const payment = program.command('payment').description('Payments')
  addRefund(payment, withDatabase)
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

function addRefund(payment: Command, withDatabase: CommandTools['withDatabase']): void {
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
