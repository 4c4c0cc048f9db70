import type {
  ResponseCreateParams,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { openAiRefusal, openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

const settings = testSettings({ openai_aliases: { 'gpt-5': 'flux-schnell' } })
const server = await testServer({ media: 'plain', delayMs: 50 }, { settings })
const url = await serveApp(server)
const visitor = (money = {}) => openAiVisitor(server, url, money)
const bytes = Buffer.from(await sampleFile('photo.png')).toString('base64')
const photo = `data:image/png;base64,${bytes}`

type Body = Record<string, unknown>
type Person = Awaited<ReturnType<typeof visitor>>
type Item = { id: string; type: string; result: string; output_format: string }
type Answer = { id: string; status: string; output: Item[]; usage: object }

const tool = (given: Body = {}) => ({ tools: [{ type: 'image_generation', ...given }] })
const say = (text: string, ...images: string[]) => ({
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text },
        ...images.map((image_url) => ({ type: 'input_image', image_url })),
      ],
    },
  ],
})
const fox = { model: 'gpt-5', input: 'a red fox', ...tool({ size: '512x512' }) }
const edit = { model: 'nano-banana-edit', ...tool() }
const question = { model: 'moondream3-preview', ...say('What is this?', photo) }

const ask = ({ openai }: Person, body: Body) =>
  openai.responses.create(body as ResponseCreateParams) as unknown as Promise<
    Answer & { output_text: string }
  >

async function stream(person: Person, body: Body) {
  const events: ResponseStreamEvent[] = []
  const all = (await ask(person, { ...body, stream: true })) as unknown as AsyncIterable<
    (typeof events)[number]
  >
  for await (const event of all) events.push(event)
  expect(events.map(({ sequence_number: number }) => number)).toEqual([...events.keys()])
  return events
}

describe('a response by the tool of images', () => {
  it('has the image, which is charged and recorded once', async () => {
    const person = await visitor()
    const answer = await ask(person, fox)
    const [made, ...others] = await person.images()
    expect(others).toEqual([])
    expect(answer).toMatchObject({
      id: `resp_${made?.id}`,
      object: 'response',
      status: 'completed',
      model: 'flux-schnell',
      error: null,
      output: [
        {
          id: `ig_${made?.id}`,
          type: 'image_generation_call',
          status: 'completed',
          output_format: expect.stringMatching(/^(png|jpeg|webp)$/),
        },
      ],
      usage: { total_tokens: 0, credits: made?.credits_charged },
    })
    expect(Buffer.from(answer.output[0]?.result ?? '', 'base64').length).toBeGreaterThan(100)
    const { balance } = await readMoney(server.context, person.account.id)
    expect(balance).toBe(1_000 - (made?.credits_charged ?? 0))
    expect(await person.openai.responses.retrieve(answer.id)).toMatchObject({
      id: answer.id,
      status: 'completed',
      output: [{ type: 'image_generation_call' }],
    })
  })

  it('has the format and the model of the tool, and names what is ignored', async () => {
    const person = await visitor()
    const asked = { ...tool({ model: 'flux-dev', output_format: 'webp', seed: 7 }), temperature: 1 }
    const { data, response } = await person.openai
      .post<Answer>('/responses', { body: { ...fox, model: 'gpt-99', ...asked } })
      .withResponse()
    expect(response.headers.get('x-ignored-parameters')).toBe('temperature')
    expect(data.output).toMatchObject([{ output_format: 'webp' }])
    expect(await person.images()).toMatchObject([{ model: 'flux-dev', seed: 7 }])
  })

  it('edits an image of the input, then its own result by its id, then by its item', async () => {
    const person = await visitor()
    const sizesOfInputs = async ({ id }: Answer) => {
      const { body } = await person.request('GET', `/api/generations/${id.replace('resp_', '')}`)
      return body.inputs.map(({ width, height }: Record<string, number>) => [width, height])
    }
    const sizeOf = async ({ output: [item] }: Answer) => {
      const { width, height } = await sharp(Buffer.from(item?.result ?? '', 'base64')).metadata()
      return [width, height]
    }
    const first = await ask(person, { ...edit, ...say('a blue fox', photo) })
    expect(await sizesOfInputs(first)).toEqual([[300, 400]])
    const named = { input: 'a green fox', previous_response_id: first.id }
    expect(await sizesOfInputs(await ask(person, { ...edit, ...named }))).toEqual([
      await sizeOf(first),
    ])
    const wide = await ask(person, { ...fox, ...tool({ size: '1024x576' }) })
    expect(await sizeOf(wide)).not.toEqual(await sizeOf(first))
    const [item] = wide.output
    const repeated = [{ type: 'image_generation_call', id: item?.id }, ...say('red').input]
    const last = await ask(person, { ...edit, input: repeated })
    expect(await sizesOfInputs(last)).toEqual([await sizeOf(wide)])
  })

  it('goes on in the background, and is read by its id', async () => {
    const person = await visitor()
    const begun = await ask(person, { ...fox, background: true })
    expect(begun).toMatchObject({ status: expect.stringMatching(/queued|in_progress/), output: [] })
    const status = async () => (await person.openai.responses.retrieve(begun.id)).status
    await expect.poll(status).toBe('completed')
  })

  it('streams: its calls, then all of it', async () => {
    const person = await visitor()
    const events = await stream(person, { ...fox, ...tool({ n: undefined }) })
    expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'image_generation_call.in_progress',
      'image_generation_call.generating',
      'image_generation_call.completed',
      'output_item.done',
      'completed',
    ])
    const [made] = await person.images()
    expect(events.at(-1)).toMatchObject({
      response: { id: `resp_${made?.id}`, output: [{ result: expect.any(String) }] },
    })
  })

  it('that fails is refunded, and says why', async () => {
    const person = await visitor()
    const failing = { ...fox, input: 'a fox [fault:content-policy]' }
    expect(await openAiRefusal(ask(person, failing))).toMatchObject({
      status: 400,
      code: 'moderation_blocked',
    })
    expect((await stream(person, failing)).at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'moderation_blocked' } },
    })
    const [made] = await person.images()
    expect(await person.openai.responses.retrieve(`resp_${made?.id}`)).toMatchObject({
      status: 'failed',
      error: { code: 'moderation_blocked' },
    })
    expect((await readMoney(server.context, person.account.id)).balance).toBe(1_000)
  })
})

describe('a response to a question about an image', () => {
  it('is a text', async () => {
    const person = await visitor()
    const answer = await ask(person, question)
    expect(answer.output_text).toMatch(/./)
    expect(await readMoney(server.context, person.account.id)).toMatchObject({ balance: 900 })
  })

  it('streams its text', async () => {
    const events = await stream(await visitor(), question)
    expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ])
  })
})

describe('a response is refused, and nothing is charged:', () => {
  const search = { tools: [{ type: 'web_search' }] }
  it.each<[string, Body, string]>([
    ['no input', { input: '' }, 'input'],
    ['an input without a person', { input: [{ role: 'developer', content: 'x' }] }, 'input'],
    ['another tool', search, 'tools.0.type'],
    ['two tools', { tools: [...fox.tools, ...fox.tools] }, 'tools'],
    ['a size of words', tool({ size: 'large' }), 'tools.0.size'],
    ['a transparent image', tool({ background: 'transparent' }), 'tools.0.background'],
    ['a number of images', tool({ num: 7 }), 'num'],
    ['no model', { model: undefined }, 'model'],
    ['an edit without an image', tool({ action: 'edit' }), 'input'],
    ['a model that needs an image', { model: 'nano-banana-edit' }, 'input'],
    ['a question without an image', { ...question, input: 'What?', tools: undefined }, 'input'],
    ['images without the tool', { ...say('a fox', photo), tools: undefined }, 'model'],
    ['another conversation', { conversation: 'conv_1' }, 'conversation'],
    ['an answer as JSON', { text: { format: { type: 'json_object' } } }, 'text'],
    ['an unknown response', { previous_response_id: 'resp_nothing' }, 'previous_response_id'],
    ['a file of another server', say('a fox', 'http://127.0.0.1:1/a.png'), 'input.0.content'],
  ])('%s', async (_, given, param) => {
    const person = await visitor()
    for (const stream of [false, true]) {
      const body = { ...fox, ...given, stream }
      const error = await openAiRefusal(person.openai.post('/responses', { body }))
      expect(error).toMatchObject({ status: 400, param, type: 'invalid_request_error' })
    }
    expect(await readMoney(server.context, person.account.id)).toMatchObject({ balance: 1_000 })
  })

  it('the response of another account, which is not shown either', async () => {
    const { id } = await ask(await visitor(), fox)
    const person = await visitor()
    expect(await openAiRefusal(person.openai.responses.retrieve(id))).toMatchObject({ status: 404 })
    const stolen = ask(person, { ...edit, input: 'blue', previous_response_id: id })
    expect(await openAiRefusal(stolen)).toMatchObject({ param: 'previous_response_id' })
  })
})
