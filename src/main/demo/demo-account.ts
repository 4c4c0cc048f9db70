import { findModel } from '#catalogue/catalogue.ts'
import { parseInput } from '#catalogue/parse-input.ts'
import { priceOf } from '#catalogue/price.ts'
import { createAccountWithCredits } from '#services/accounts/create-account.ts'
import type { ServiceContext } from '#services/context.ts'
import { recordSample } from '#services/generations/record-sample.ts'
import { demoAccounts, demoCredits } from './demo-world.ts'
import { sampleRequests } from './sample-requests.ts'

/**
 * Makes the demo account at the first start: paid, with 10,000 credits (specification, decisions §5). Answers its id when
 * it was made just now.
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
  return created ? account.id : null
}

/** Renders a few records for its history, one after another, on a thread of their own, until `signal` says stop. */
export async function recordSamples(context: ServiceContext, accountId: string, signal: AbortSignal): Promise<void> {
  const { openPictureThread } = await import('#demo/engine/render/picture-thread.ts')
  const pictures = openPictureThread()
  try {
    for (const { model: id, daysAgo, ...raw } of sampleRequests.toReversed()) {
      if (signal.aborted) return
      const model = findModel(id)
      const parsed = model && parseInput(model, raw)
      if (!model || !parsed?.ok) throw new Error(`A sample does not fit the catalogue: ${id}`)

      const pixels = model.pixels?.(parsed.input) ?? { width: 1024, height: 1024 }
      const picture = await pictures.render({ ...raw, ...pixels, model: model.endpoints[0] })
      const price = priceOf(model, parsed.input).credits
      await recordSample(context, { accountId, model, input: parsed.input, price, daysAgo, picture, ...pixels })
    }
  } finally {
    await pictures.close()
  }
}
