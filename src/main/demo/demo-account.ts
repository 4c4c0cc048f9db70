import type { MediaRenderer } from '@atelier/demo-world/media-renderer'
import { findModel } from '#catalogue/catalogue.ts'
import { createAccountWithCredits, giveOpeningCredits } from '#services/accounts/create-account.ts'
import type { ServiceContext } from '#services/context.ts'
import { recordSample } from '#services/generations/record-sample.ts'
import { demoAccounts, demoCredits, loadPackage } from './demo-world.ts'
import { sampleGenerations } from './samples.ts'

/**
 * Creates the demo account at the first start: paid, with 10,000 credits
 * (docs/spec/accounts.md#demo-and-production). A deleted one is created again, also after a sign-in
 * with its address. Returns its id when it was created just now.
 */
export async function createDemoAccount(context: ServiceContext): Promise<string | null> {
  const [demo] = demoAccounts
  if (!demo) return null
  const { email, name } = demo
  const { account, created } = await createAccountWithCredits(context, {
    email,
    name,
    credits: demoCredits,
    paid: true,
  })
  const isNew =
    created || (await giveOpeningCredits(context, { accountId: account.id, credits: demoCredits }))
  return isNew ? account.id : null
}

/**
 * Records some samples in each of its histories, one after another, on separate threads, until
 * `signal` aborts.
 */
export async function recordSamples(
  context: ServiceContext,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const { openRenderer } = await loadPackage(() => import('@atelier/demo-world/renderer'))
  const renderer = openRenderer()
  try {
    await recordSamplesOf(renderer, context, accountId, signal)
  } finally {
    await renderer.close()
  }
}

/** The same with another renderer. */
export async function recordSamplesOf(
  renderer: MediaRenderer,
  context: ServiceContext,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { model: id, daysAgo, input, make } of sampleGenerations.toReversed()) {
    if (signal.aborted) return
    const model = findModel(id)
    if (!model) throw new Error(`The catalogue has no ${id}`)
    const { files = {}, results = [], answer = null } = await make(renderer)
    await recordSample(context, { accountId, model, input, files, daysAgo, results, answer })
  }
}
