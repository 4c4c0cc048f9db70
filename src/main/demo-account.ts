import { createAccountWithCredits } from '#services/accounts/create-account.ts'
import type { ServiceContext } from '#services/context.ts'
import { demoAccounts, demoCredits } from './demo-world.ts'

/** Makes the demo account at the first start: paid, with its credits. */
export async function prepareDemoAccount(context: ServiceContext): Promise<void> {
  const [demo] = demoAccounts
  if (!demo) return
  await createAccountWithCredits(context, { email: demo.email, name: demo.name, credits: demoCredits, paid: true })
}
