import type { MediaRenderer } from '@atelier/demo-world/media-renderer'
import { createAccountWithCredits, giveOpeningCredits } from '#core/accounts/create-account.ts'
import { setRole } from '#core/accounts/queries/admin-accounts.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import type { AllParts } from '#core/parts.ts'
import { demoAccounts, demoCredits, loadPackage } from './demo-world.ts'
import { sampleGenerations } from './samples.ts'

/**
 * Creates the demo account at the first start: paid, with 10,000 credits, an owner of the studio
 * (docs/spec/accounts.md#demo-and-production). A deleted one is created again, also after a sign-in
 * with its address. Returns its id when it was created just now.
 */
export async function createDemoAccount(context: AllParts): Promise<string | null> {
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
  // Also that of a demo from before it was one.
  if (account.role === null) await setRole(context.database, account.id, { role: 'owner' })
  return isNew ? account.id : null
}

/**
 * Records some samples in each of its histories, one after another, on separate threads, until
 * `signal` aborts. Features do more with some.
 */
export async function recordSamples(
  context: AllParts,
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
  context: AllParts,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  for (const sample of sampleGenerations.toReversed()) {
    if (signal.aborted) return
    const model = findModel(sample.model)
    if (!model) throw new Error(`The catalogue has no ${sample.model}`)
    const { daysAgo, input, uses = [] } = sample
    const { files = {}, results = [], answer = null, ...times } = await sample.make(renderer)
    const recorded = { accountId, model, input, files, daysAgo, results, answer, ...times }
    const id = await recordSample(context, recorded)
    for (const use of context.contributions.whenSampled) await use(context, { accountId, id, uses })
  }
}
