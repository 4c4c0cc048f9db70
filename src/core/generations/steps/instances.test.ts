import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createReplicate } from '#providers/replicate/replicate.ts'
import { testContext } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { addModel, startOn } from '#testing/providers/journey.ts'
import { signReplicateEvent, startReplicateServer } from '#testing/providers/replicate-server.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { runStep } from './run-step.ts'

const ids = ['replicate', 'replicate-2'] as const
const [first, second] = ids.map((id) =>
  addModel({
    id: `image-of-${id}`,
    name: `An image of ${id}`,
    kind: 'image',
    generation_type: 'text-to-image',
    provider: id,
    endpoints: [{ id: 'owner/model' }],
    fields: { prompt: { control: 'text', required: true } },
    price: { unit: 'image', base: 7 },
    request: { prompt: { from: 'prompt' } },
    result: 'images',
  }),
)

/** Two accounts at one provider, each with a server and a secret of its own. */
async function twoAccounts() {
  const accounts = await Promise.all(
    ids.map(async (id) => {
      const server = await startReplicateServer({ isHeld: true })
      const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`
      const provider = createReplicate({ id, token: 'token', url: server.url, webhookSecret })
      return { id, server, webhookSecret, provider }
    }),
  )
  const providers = new Map(
    accounts.map(({ id, provider }) => [
      id,
      { provider, webhookBase: 'https://studio.example', signsInputs: false },
    ]),
  )
  return { accounts, context: await testContext({ providers }) }
}

it('runs each model at its own account, and believes an event only there', async () => {
  const { accounts, context } = await twoAccounts()
  const [one, two] = accounts
  if (!one || !two || !first || !second) throw new Error('there are two')
  const input = { prompt: 'a red fox' }
  const { row } = await startOn(context, second, input)
  for (const claimed of await claim(context)) await runStep(context, claimed)
  const { provider_job: job, account_id: accountId, webhook_token } = await readRow(context, row.id)
  expect(job?.provider).toBe('replicate-2')
  expect(accounts.map(({ server }) => server.jobs.size)).toEqual([0, 1])
  const [sent] = two.server.jobs.values()
  expect(sent?.webhook).toMatch('https://studio.example/api/webhooks/replicate-2?')

  const receive = (from: string, secret: string) => {
    const { body, headers } = signReplicateEvent(job?.requestId ?? '', Date.now(), secret)
    return receiveWebhook(context, {
      ...{ provider: from, accountId, id: row.id, token: webhook_token, kinds: ['image'], body },
      header: (name) => headers[name],
    })
  }
  expect(await receive('replicate-2', one.webhookSecret)).toBe('forged')
  expect(await receive('replicate', two.webhookSecret)).toBe('forged')
  expect(await receive('replicate', one.webhookSecret)).toBe('unknown')
  expect(await readRow(context, row.id)).toMatchObject({ step: 'poll' })
  two.server.finish()
  expect(await receive('replicate-2', two.webhookSecret)).toBe('due')
  expect(await driveToEnd(context, row.id)).toMatchObject({ status: 'completed' })
  expect(one.server.jobs.size).toBe(0)

  one.server.finish()
  const { row: other } = await startOn(context, first, input)
  expect(await driveToEnd(context, other.id)).toMatchObject({ status: 'completed' })
  expect(accounts.map(({ server }) => server.jobs.size)).toEqual([1, 1])
})
