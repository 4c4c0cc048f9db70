import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { openAiRefusal, openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 50 })
const url = await serveApp(server)
const visitor = (money = {}) => openAiVisitor(server, url, money)
const photo = `data:image/png;base64,${Buffer.from(await sampleFile('photo.png')).toString('base64')}`

type Body = Record<string, unknown>
const say = (content: unknown): Body => ({ messages: [{ role: 'user', content }] })
const withImage = (text: string, image_url: unknown = { url: photo }) =>
  say([
    { type: 'text', text },
    { type: 'image_url', image_url },
  ])
const fox = { model: 'flux-schnell', modalities: ['image', 'text'], ...say('a red fox') }
const question = { model: 'moondream3-preview', ...withImage('What is this?') }

type Person = Awaited<ReturnType<typeof visitor>>
type Said = { content?: string | null; images?: { image_url: { url: string } }[] }
type Completion = {
  id: string
  model: string
  choices: { message: Said; delta: Said }[]
  usage: { credits: number }
}
const ask = ({ openai }: Person, body: Body): Promise<Completion> =>
  openai.post('/chat/completions', { body })

/** The chunks of a streamed answer, by OpenAI's client. */
async function stream({ openai }: Person, given: Body): Promise<Completion[]> {
  const body = { ...given, stream: true } as unknown as Parameters<
    typeof openai.chat.completions.create
  >[0]
  const chunks = (await openai.chat.completions.create(
    body,
  )) as unknown as AsyncIterable<Completion>
  const received: Completion[] = []
  for await (const chunk of chunks) received.push(chunk)
  return received
}

describe('a chat with a model of images', () => {
  it('answers with the image, which is charged and recorded once', async () => {
    const person = await visitor()
    const answer = await ask(person, fox)
    const [made, ...others] = await person.images()
    expect(others).toEqual([])
    expect(answer).toEqual({
      id: made?.id,
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'flux-schnell',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          logprobs: null,
          message: {
            role: 'assistant',
            content: '',
            refusal: null,
            images: [
              {
                type: 'image_url',
                index: 0,
                image_url: { url: expect.stringMatching(/^data:image\/(png|jpeg|webp);base64,/) },
              },
            ],
          },
        },
      ],
      usage: {
        prompt_tokens: 0,
        completion_tokens: 0,
        total_tokens: 0,
        credits: made?.credits_charged,
      },
    })
    const { balance } = await readMoney(server.context, person.account.id)
    expect(balance).toBe(1_000 - (made?.credits_charged ?? 0))
  })

  it('takes the last message of the person, and names what it ignores', async () => {
    const person = await visitor()
    const messages = [
      { role: 'system', content: 'You are a painter.' },
      ...Array.from({ length: 25 }, (_, index) => [
        { role: 'user', content: `draft ${index}` },
        { role: 'assistant', content: null, tool_calls: [], images: [] },
      ]).flat(),
      { role: 'user', content: [{ type: 'text', text: 'a blue fox' }] },
      { role: 'assistant', content: 'At once.' },
    ]
    const body = { ...fox, messages, temperature: 0.7, max_tokens: 300, tools: [] }
    const { response } = await person.openai.post('/chat/completions', { body }).withResponse()
    expect(response.headers.get('x-ignored-parameters')).toBe('temperature, max_tokens')
    expect(await person.images()).toMatchObject([{ prompt: 'a blue fox' }])
  })

  it('has the size of `image_config`', async () => {
    const person = await visitor()
    const config = { aspect_ratio: '16:9', image_size: '2K' }
    await ask(person, { ...fox, image_config: config })
    const [made] = await person.images()
    const { body } = await person.request('GET', `/api/generations/${made?.id}`)
    expect(body.input).toMatchObject({ image_size: 'landscape_16_9' })
  })

  it('edits images of the message: a data URL, and an address of ours', async () => {
    const person = await visitor()
    const edit = { model: 'nano-banana-edit', modalities: ['image'] }
    const first = await ask(person, { ...edit, ...withImage('a blue fox') })
    const { body: record } = await person.request('GET', `/api/generations/${first.id}`)
    expect(record).toMatchObject({ status: 'completed', inputs: [{ content_type: 'image/png' }] })
    const again = withImage('a green fox', record.inputs[0].url)
    expect(await ask(person, { ...edit, ...again })).toMatchObject({
      choices: [{ message: { images: [{ type: 'image_url' }] } }],
    })
  })

  it('edits with a model of which another variant starts from an image', async () => {
    const person = await visitor()
    await ask(person, { model: 'flux-dev', modalities: ['image'], ...withImage('blue') })
    expect(await person.images()).toMatchObject([{ generation_type: 'image-to-image' }])
  })

  it('streams: the role, the image, the end and what it cost', async () => {
    const person = await visitor()
    const chunks = await stream(person, { ...fox, stream_options: { include_usage: true } })
    const [made] = await person.images()
    expect(new Set(chunks.map(({ id }) => id))).toEqual(new Set([made?.id]))
    expect(chunks.map(({ choices }) => choices[0])).toMatchObject([
      { delta: { role: 'assistant', content: '' }, finish_reason: null },
      { delta: { images: [{ image_url: { url: expect.stringMatching(/^data:image/) } }] } },
      { delta: {}, finish_reason: 'stop' },
      undefined,
    ])
    expect(chunks.at(-1)?.usage).toMatchObject({ credits: made?.credits_charged })
  })

  it('says in the stream why a generation failed, and refunds it', async () => {
    const person = await visitor()
    const failing = stream(person, { ...fox, ...say('a fox [fault:content-policy]') })
    await expect(failing).rejects.toMatchObject({ error: { code: 'moderation_blocked' } })
    const { entries } = await readMoney(server.context, person.account.id)
    expect(entries.map(({ reason }) => reason)).toEqual(['grant', 'charge', 'refund'])
  })
})

describe('a chat with a model that answers questions about images', () => {
  it('answers as text', async () => {
    const person = await visitor()
    const answer = await ask(person, question)
    const message = { role: 'assistant', content: expect.stringMatching(/./), refusal: null }
    expect(answer.choices).toMatchObject([{ message }])
    expect(answer.choices[0]?.message.images).toBeUndefined()
    expect(answer.usage.credits).toBe(100)
    expect(await readMoney(server.context, person.account.id)).toMatchObject({ balance: 900 })
  })

  it('is chosen by `modalities`, where no model is named', async () => {
    const person = await visitor()
    const { model: _, ...unnamed } = question
    const answer = await ask(person, { ...unnamed, modalities: ['text'] })
    expect(answer.model).toBe('moondream3-preview')
  })

  it('streams its answer', async () => {
    const person = await visitor()
    const chunks = await stream(person, question)
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    expect(text).not.toBe('')
  })
})

describe('a chat is refused, and nothing is charged:', () => {
  const recording = { type: 'input_audio', input_audio: { data: '', format: 'wav' } }
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`
  it.each([
    ['no message', { messages: [] }, 'messages'],
    ['no message of a person', { messages: [{ role: 'system', content: 'x' }] }, 'messages'],
    ['an empty message', say(''), 'messages'],
    [
      'a message without a text',
      say([{ type: 'image_url', image_url: { url: photo } }]),
      'messages.0.content',
    ],
    ['a number as message', say(7), 'messages.0.content'],
    ['a recording', say([recording]), 'messages.0.content.0'],
    ['a file that is no image', withImage('a fox', { url: svg }), 'messages.0.content.1'],
    [
      'a damaged data URL',
      withImage('a fox', { url: 'data:image/png;base64,%%' }),
      'messages.0.content.1',
    ],
    [
      'an address in our own network',
      withImage('a fox', 'http://127.0.0.1:1/a.png'),
      'messages.0.content',
    ],
    ['tools', { tools: [{ type: 'function', function: { name: 'x' } }] }, 'tools'],
    ['an answer as JSON', { response_format: { type: 'json_object' } }, 'response_format'],
    ['audio', { modalities: ['text', 'audio'] }, 'modalities.1'],
    ['several answers', { n: 2 }, 'n'],
    ['a ratio of words', { image_config: { aspect_ratio: 'wide' } }, 'image_config.aspect_ratio'],
    [
      'an extreme ratio',
      { image_config: { aspect_ratio: '99:1', image_size: '4K' } },
      'image_config',
    ],
    ['a size of words', { size: 'large' }, 'size'],
    ['a width', { width: 10 }, 'width'],
    ['no model and no modalities', { model: undefined, modalities: undefined }, 'model'],
    ['an image model for text', { modalities: ['text'] }, 'model'],
    ['a model of videos', { model: 'text-to-video', modalities: undefined }, 'model'],
    [
      'a question without an image',
      { model: question.model, modalities: ['text'] },
      'messages.0.content',
    ],
    ['a model of answers for images', { model: question.model, modalities: ['image'] }, 'model'],
  ])('%s', async (_, given: Body, param) => {
    const person = await visitor()
    for (const stream of [false, true]) {
      const error = await openAiRefusal(ask(person, { ...fox, ...given, stream }))
      expect(error).toMatchObject({ status: 400, param, type: 'invalid_request_error' })
    }
    expect(await readMoney(server.context, person.account.id)).toMatchObject({ balance: 1000 })
  })

  it('a model of another endpoint, naming the possible ones', async () => {
    const person = await visitor()
    const error = await openAiRefusal(ask(person, { ...fox, model: 'eleven-v3' }))
    expect(error.message).toContain('flux-dev')
    expect(error.message).not.toContain('moondream3-preview')
  })

  it('a data URL of 30 MB', async () => {
    const person = await visitor()
    const image = `data:image/png;base64,${'A'.repeat(30 * 1024 * 1024)}`
    const error = await openAiRefusal(ask(person, { ...fox, ...withImage('a fox', image) }))
    expect(error.status).toBe(413)
    expect(await readMoney(server.context, person.account.id)).toMatchObject({ balance: 1000 })
  })

  it('missing credits', async () => {
    const person = await visitor({ credits: 1 })
    expect(await openAiRefusal(ask(person, fox))).toMatchObject({ code: 'insufficient_quota' })
  })
})
