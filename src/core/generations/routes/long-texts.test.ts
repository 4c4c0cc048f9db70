import { expect, it } from 'vitest'
import { exportAccount } from '#core/account-data/export-account.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'
import { unzip } from '#testing/api/collector.ts'
import { historyStudio } from '#testing/api/history.ts'

const { app, context, owner } = await historyStudio()
const speech = findModel('eleven-v3') as Model
const speechWithLimit = { properties: { text: { maxLength: 5_000 } } }

it('a text of speech may be as long as its model allows, everywhere', async () => {
  const client = await owner()
  const last = ' Zanzibar'
  const text = '海 '.repeat(2_500).slice(0, 5_000 - last.length) + last
  const created = await client.create(speech, { text })
  expect([created.status, created.body.credits_charged]).toEqual([200, 50])

  const { data } = (await client.request('GET', '/api/speech/history?search=zanzibar')).body
  expect(data).toMatchObject([{ id: created.body.id, prompt: text }])
  const other = await client.request('GET', '/api/speech/history?search=quito')
  expect(other.body.data).toEqual([])

  const chunks: Uint8Array[] = []
  for await (const chunk of exportAccount(context, client.account)) chunks.push(chunk)
  const [file] = await unzip(Buffer.concat(chunks))
  const { generations } = JSON.parse(file?.content.toString() ?? '')
  expect(generations).toMatchObject([{ input: { text } }])
})

it('the API’s description has the limit', async () => {
  const content = { 'application/json': { schema: { anyOf: [speechWithLimit] } } }
  expect(await (await app.request('/api/openapi.json')).json()).toMatchObject({
    paths: { '/api/speech/create': { post: { requestBody: { content } } } },
  })
})
