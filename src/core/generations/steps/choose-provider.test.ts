import { afterEach, expect, it } from 'vitest'
import { presentGeneration } from '#core/generations/routes/present-generation.ts'
import { listProviderTimes, recordProviderRun } from '#core/models/provider-time-queries.ts'
import type { AllParts } from '#core/parts.ts'
import type { Provider } from '#providers/provider.ts'
import { createReplicate } from '#providers/replicate/replicate.ts'
import { readMoney, testContext } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { addModel, startOn } from '#testing/providers/journey.ts'
import { openAiWorld } from '#testing/providers/openai-server.ts'
import { replicateWorld } from '#testing/providers/replicate-server.ts'
import { testSettings } from '#testing/settings.ts'
import type { ProviderFacts } from '../provider-facts.ts'
import { listProviderOutages } from '../queries/outages.ts'
import { readGeneration } from '../read-generation.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { runStep } from './run-step.ts'

const model = addModel({
  id: 'anywhere',
  name: 'An image by one of two',
  kind: 'image',
  generation_type: 'text-to-image',
  provider: 'replicate',
  endpoints: [{ id: 'owner/model' }],
  fields: { prompt: { control: 'text', required: true } },
  price: { unit: 'image', base: 7 },
  request: { prompt: { from: 'prompt' } },
  alternatives: [
    {
      provider: 'openai',
      endpoints: [{ id: 'images/generations' }],
      request: { model: { constant: 'gpt-image-1' }, prompt: { from: 'prompt' } },
    },
  ],
  result: 'images',
})
const input = { prompt: 'a red fox' }

/** Replicate and OpenAI, each with its faults. */
async function contextWithBoth(
  replicate: Provider,
  openai: Provider,
  { webhookBase = null, ...own }: Partial<AllParts> & { webhookBase?: string | null } = {},
) {
  const providers = [replicate, openai].map(
    (provider) => [provider.id, { provider, webhookBase, signsInputs: false }] as const,
  )
  const context = await testContext({ providers: new Map(providers), ...own })
  contexts.push(context)
  return context
}

const contexts: AllParts[] = []
afterEach(async () => {
  for (const { database } of contexts.splice(0)) {
    await database.deleteFrom('provider_outage').execute()
    await database.deleteFrom('provider_run').execute()
  }
})

const unreachable = createReplicate({
  id: 'replicate',
  token: 'token',
  url: 'http://127.0.0.1:65531',
})

async function runToEnd(context: AllParts) {
  const { account, row } = await startOn(context, model, input)
  return { account, ended: await driveToEnd(context, row.id) }
}

it('goes to the second provider when the first cannot be reached, charged once', async () => {
  const openai = await openAiWorld()
  const context = await contextWithBoth(unreachable, openai.provider)
  const { account, ended } = await runToEnd(context)
  expect(ended).toMatchObject({ status: 'completed', provider_job: { provider: 'openai' } })
  expect(await openai.accepted()).toBe(1)
  expect(await readMoney(context, account.id)).toMatchObject({ balance: 93, sum: 93 })
  expect(context.providerHealth.isAway('replicate')).toBe(true)
})

it('asks one that was away last, and comes back to it once it answers', async () => {
  const [replicate, openai] = [await replicateWorld(), await openAiWorld()]
  const context = await contextWithBoth(replicate.provider, openai.provider)
  const away = await unreachable.submit('owner/model', {}).catch((error: unknown) => error)
  context.providerHealth.end('replicate', away)
  expect((await runToEnd(context)).ended.provider_job?.provider).toBe('openai')
  expect(await replicate.accepted()).toBe(0)
  context.providerHealth.end('replicate')
  expect((await runToEnd(context)).ended.provider_job?.provider).toBe('replicate')
})

it.each(['busy', 'unauthorized'] as const)('passes over a provider that is %s', async (fault) => {
  const [replicate, openai] = [await replicateWorld({ fault }), await openAiWorld()]
  const context = await contextWithBoth(replicate.provider, openai.provider)
  const { ended } = await runToEnd(context)
  expect(ended).toMatchObject({ status: 'completed', provider_job: { provider: 'openai' } })
})

it('never submits again what the first provider may have accepted', async () => {
  const replicate = await replicateWorld({ fault: 'lost-answer' })
  const openai = await openAiWorld()
  const context = await contextWithBoth(replicate.provider, openai.provider)
  const { account, ended } = await runToEnd(context)
  expect(ended).toMatchObject({ error_code: 'unknown_outcome', refunded: 7 })
  expect([await replicate.accepted(), await openai.accepted()]).toEqual([1, 0])
  expect(await readMoney(context, account.id)).toMatchObject({ balance: 100, sum: 100 })
})

it('does not take a refused input to another provider', async () => {
  const [replicate, openai] = [await replicateWorld(), await openAiWorld()]
  const settings = testSettings({
    model_providers: { anywhere: { policy: 'fixed', order: ['openai'] } },
  })
  const context = await contextWithBoth(replicate.provider, openai.provider, { settings })
  const { account, row } = await startOn(context, model, { prompt: 'a forbidden fox' })
  expect(await driveToEnd(context, row.id)).toMatchObject({ status: 'failed', refunded: 7 })
  expect([await replicate.accepted(), await openai.accepted()]).toEqual([0, 0])
  expect(await readMoney(context, account.id)).toMatchObject({ balance: 100 })
})

it('starts while one provider accepts our account, and is refused while none does', async () => {
  const replicate = await replicateWorld({ fault: 'unauthorized' })
  const openai = await openAiWorld({ fault: 'unauthorized' })
  const context = await contextWithBoth(replicate.provider, openai.provider)
  const { account, ended } = await runToEnd(context)
  expect(ended).toMatchObject({ error_code: 'temporarily_unavailable', refunded: 7 })
  const outages = await listProviderOutages(context.database)
  expect(outages.map(({ provider }) => provider).toSorted()).toEqual(['openai', 'replicate'])
  const refused = { refusal: { reason: 'provider_unavailable' } }
  await expect(startOn(context, model, input)).rejects.toMatchObject(refused)
  await context.database.deleteFrom('provider_outage').where('provider', '=', 'openai').execute()
  await startOn(context, model, input)
  expect(await readMoney(context, account.id)).toMatchObject({ balance: 100 })
})

const factsOf = (facts: Partial<ProviderFacts>) => [
  async () => ({ costOf: () => null, isOverBudget: () => false, ...facts }),
]

it.each([
  ['the cheapest', { costOf: ({ provider }) => (provider === 'openai' ? 10 : 20) }, 'cheapest'],
  ['one within its budget', { isOverBudget: (provider) => provider === 'replicate' }, 'fixed'],
] as [string, Partial<ProviderFacts>, 'cheapest' | 'fixed'][])(
  'goes to %s, as features know it',
  async (_, facts, policy) => {
    const [replicate, openai] = [await replicateWorld(), await openAiWorld()]
    const settings = testSettings({ model_providers: { anywhere: { policy } } })
    const context = await contextWithBoth(replicate.provider, openai.provider, { settings })
    const contributions = { ...context.contributions, providerFacts: factsOf(facts) }
    const { ended } = await runToEnd({ ...context, contributions })
    expect(ended.provider_job?.provider).toBe('openai')
  },
)

it('goes to the fastest by the times of the last hour', async () => {
  const [replicate, openai] = [await replicateWorld(), await openAiWorld()]
  const settings = testSettings({ model_providers: { anywhere: { policy: 'fastest' } } })
  const context = await contextWithBoth(replicate.provider, openai.provider, { settings })
  const record = (provider: string, tookMs: number) =>
    recordProviderRun(context.database, { model: model.id, provider, tookMs })
  for (const tookMs of [40_000, 50_000, 60_000]) await record('replicate', tookMs)
  await record('openai', 49_000)
  expect((await runToEnd(context)).ended.provider_job?.provider).toBe('openai')
  const times = await listProviderTimes(context.database, model.id)
  expect(times.toSorted((one, other) => one.runs - other.runs)).toMatchObject([
    { provider: 'openai', runs: 2 },
    { provider: 'replicate', runs: 3, median_ms: 50_000 },
  ])
})

it('counts a job that failed at the provider as the longest possible', async () => {
  const replicate = await replicateWorld({ fault: 'failed-job' })
  const context = await contextWithBoth(replicate.provider, (await openAiWorld()).provider)
  const { ended } = await runToEnd(context)
  expect(ended).toMatchObject({ status: 'failed', refunded: 7 })
  const [time] = await listProviderTimes(context.database, model.id)
  expect(time?.provider).toBe('replicate')
  expect(time?.median_ms).toBeGreaterThan(context.deadlines.image * 0.9)
})

it('finds the job of a lost answer at the second provider by its webhook', async () => {
  const replicate = await replicateWorld({ fault: 'lost-answer' })
  const settings = testSettings({
    model_providers: { anywhere: { policy: 'fixed', order: ['replicate'] } },
  })
  const reach = { settings, webhookBase: 'https://studio.example' }
  const context = await contextWithBoth(replicate.provider, (await openAiWorld()).provider, reach)
  const { row } = await startOn(context, model, input)
  for (const claimed of await claim(context)) await runStep(context, claimed)
  expect(await readRow(context, row.id)).toMatchObject({ step: 'await', provider_job: null })
  const requestId = replicate.newest()?.id ?? ''
  const { provider } = replicate
  while ((await provider.status(jobOf(requestId))).state !== 'finished');
  const { body, headers } = replicate.sign?.({ requestId }) ?? { body: Buffer.alloc(0) }
  const { account_id: accountId, webhook_token: token } = await readRow(context, row.id)
  const webhook = {
    ...{ provider: 'replicate', accountId, id: row.id, token, kinds: ['image'] as const, body },
    header: (name: string) => (headers as Record<string, string>)[name],
  }
  expect(await receiveWebhook(context, webhook)).toBe('recovered')
  const ended = await driveToEnd(context, row.id)
  expect(ended).toMatchObject({ status: 'completed', provider_job: { provider: 'replicate' } })
})

const jobOf = (requestId: string) => ({
  ...{ provider: 'replicate', endpoint: 'owner/model', requestId, urls: {} },
})

it('says in the record which provider made it', async () => {
  const context = await contextWithBoth(unreachable, (await openAiWorld()).provider)
  const { ended, account } = await runToEnd(context)
  const found = await readGeneration(context, account.id, ended.id)
  const reader = { email: '', language: 'en', origin: '' } as const
  expect(presentGeneration(found, reader)).toMatchObject({ provider: 'openai' })
})
