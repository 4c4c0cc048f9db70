import { startGeneration } from '#core/generations/start-generation.ts'
import type { AllParts } from '#core/parts.ts'
import { fluxDev } from '#testing/models.ts'
import { type Reach, readMoney, testAccount, testContext, testProviders } from '../context.ts'
import { testEmulator } from '../server.ts'

/** Returns what makes an account, a provider with options, and what it takes to start an image. */
export async function stepWorld() {
  const base = await testContext()
  return (
    options: Parameters<typeof testEmulator>[0] = {},
    overrides: Partial<AllParts> & Reach = {},
  ) => createWorld(base, options, overrides)
}

async function createWorld(
  base: AllParts,
  options: Parameters<typeof testEmulator>[0],
  { webhookBase = null, ...overrides }: Partial<AllParts> & Reach,
) {
  const emulator = await testEmulator({ delayMs: 10, ...options })
  const context = { ...base, providers: testProviders(emulator.url, { webhookBase }), ...overrides }
  // What an account's trouble does to others has a test of its own.
  await base.database.deleteFrom('provider_outage').execute()
  const account = await testAccount(context, { credits: 500 })
  const start = (num_images = 1) =>
    startGeneration(context, {
      accountId: account.id,
      model: fluxDev,
      input: { prompt: 'a fox', num_images, image_size: 'square', seed: 7 },
      requestId: undefined,
      isPublic: true,
    })
  return { emulator, context, account, start, money: () => readMoney(context, account.id) }
}

/** The reasons of the alerts about a generation. */
export const notesOf = ({ database }: AllParts, id: string) =>
  database.selectFrom('alert').select('reason').where('generation_id', '=', id).execute()
