import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { readRow } from '#testing/drive.ts'
import { testClient, testServer } from '#testing/server.ts'
import { chargeAndInsert } from '../queries/start-generation.ts'

const server = await testServer()
const path = '/api/wan/updateAudioStatus'

/** An audio generation that runs at the provider; its next poll is in an hour. */
async function waiting(
  client: Awaited<ReturnType<typeof testClient>>,
  { kind = 'audio' as 'audio' | 'image' } = {},
) {
  const { database } = server.context
  const id = randomUUID()
  const about = {
    id,
    account_id: client.account.id,
    request_id: `r-${id}`,
    kind,
    generation_type: 'video-to-audio',
  }
  const cost = { price: 50, requested: 1, is_public: true, is_sample: true, deadline: 3_600_000 }
  await chargeAndInsert(database, {
    ...about,
    model: 'thinksound',
    providers: ['fal'],
    ...cost,
    input: {},
  })
  await sql`update job set step = 'poll', next_step_at = now() + interval '1 hour', polls = 1, lease_until = null,
    provider_job = ${JSON.stringify({ provider: 'fal', endpoint: 'fal-ai/thinksound', requestId: id, urls: {} })}::jsonb
    where generation_id = ${id}`.execute(database)
  return { id, request_id: `r-${id}` }
}

it('a browser cannot complete or fail a job: it gets the current record, and the provider is polled', async () => {
  const client = await testClient(server)
  const { id, request_id } = await waiting(client)
  // Long enough ago that a hint causes a poll.
  await sql`update job set next_step_at = now() + interval '3 s', polls = 20 where generation_id = ${id}`.execute(
    server.context.database,
  )
  for (const status of ['completed', 'failed']) {
    const claim = {
      request_id,
      status,
      audio_url: 'https://evil.example/x.wav',
      error_message: 'broken',
    }
    const answer = await client.request('POST', path, claim)
    expect(answer).toMatchObject({
      status: 200,
      body: { id, status: 'pending', images: [], error_code: null },
    })
  }
  await expect.poll(async () => (await readRow(server.context, id)).attempts).toBeGreaterThan(0)
  expect(await readMoney(server.context, client.account.id)).toMatchObject({
    balance: 950,
    sum: 950,
  })
})

it('repeated hints do not poll the provider more often', async () => {
  const client = await testClient(server)
  const { id, request_id } = await waiting(client)
  await sql`update job set next_step_at = now() + interval '4900 ms', polls = 20 where generation_id = ${id}`.execute(
    server.context.database,
  )
  const before = await readRow(server.context, id)
  await client.request('POST', path, { request_id, status: 'completed' })
  expect((await readRow(server.context, id)).next_step_at).toEqual(before.next_step_at)
})

it('another account’s, another kind’s and a missing one get the same answer', async () => {
  const [owner, other] = [await testClient(server), await testClient(server)]
  const audio = await waiting(owner)
  const image = await waiting(owner, { kind: 'image' })
  const answers = [
    await other.request('POST', path, { request_id: audio.request_id, status: 'completed' }),
    await owner.request('POST', path, { request_id: image.request_id, status: 'completed' }),
    await owner.request('POST', path, { request_id: 'none', status: 'completed' }),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 404, body: answers[0]?.body })
  expect(await owner.request('POST', path, { status: 'completed' })).toMatchObject({ status: 400 })
})
