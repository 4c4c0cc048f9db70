import type { MediaRenderer } from '@atelier/demo-world/media-renderer'
import { findModel } from '#catalogue/catalogue.ts'
import { setRole } from '#database/queries/admin/accounts.ts'
import { createAccountWithCredits, giveOpeningCredits } from '#services/accounts/create-account.ts'
import { createCollection } from '#services/collections/change-collections.ts'
import { addItems } from '#services/collections/change-items.ts'
import type { ServiceContext } from '#services/context.ts'
import { recordSample } from '#services/generations/record-sample.ts'
import { likeShared } from '#services/shares/read-shared.ts'
import { shareGeneration } from '#services/shares/share-generation.ts'
import { demoAccounts, demoCredits, loadPackage } from './demo-world.ts'
import { type SampleUse, sampleCollection, sampleGenerations } from './samples.ts'

/**
 * Creates the demo account at the first start: paid, with 10,000 credits, an owner of the studio
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
  // Also that of a demo from before it was one.
  if (account.role === null) await setRole(context.database, account.id, { role: 'owner' })
  return isNew ? account.id : null
}

/**
 * Records some samples in each of its histories, one after another, on separate threads, until
 * `signal` aborts; some are shown in Explore, some are in a collection.
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
  let collection: string | undefined
  for (const sample of sampleGenerations.toReversed()) {
    if (signal.aborted) return
    const model = findModel(sample.model)
    if (!model) throw new Error(`The catalogue has no ${sample.model}`)
    const { daysAgo, input, use = {} } = sample
    const { files = {}, results = [], answer = null } = await sample.make(renderer)
    const recorded = { accountId, model, input, files, daysAgo, results, answer }
    const id = await recordSample(context, recorded)
    if (use.isShared) await shareSample(context, { accountId, id }, use)
    if (!use.isCollected) continue
    // Each sample at once, because the page may be opened before the last one is made.
    if (collection) await addItems(context, { accountId, id: collection }, [id])
    else collection = await collect(context, accountId, id)
  }
}

/** Creates the collection with its first sample; returns its id. */
async function collect(context: ServiceContext, accountId: string, id: string): Promise<string> {
  const { row } = await createCollection(context, accountId, { name: sampleCollection, ids: [id] })
  return row.id
}

/** Shows a sample in Explore, where its owner likes it or not. */
async function shareSample(
  context: ServiceContext,
  { accountId, id }: { accountId: string; id: string },
  { isLiked }: SampleUse,
): Promise<void> {
  const shown = { isListed: true, showsSettings: true }
  const { token } = await shareGeneration(context, { accountId, id }, shown)
  if (isLiked) await likeShared(context, { accountId, token, isLiked })
}
