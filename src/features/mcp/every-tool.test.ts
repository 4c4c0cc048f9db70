import {
  auth,
  Client,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it, onTestFinished } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { sampleFile, testFileHost } from '#testing/files.ts'
import { listeningServer, testClient } from '#testing/server.ts'
import { allow, newPerson, stuck, testProvider } from './test-support.ts'

const host = await testFileHost()
const address = host.url.replace('http://', '')
const server = await listeningServer(() => ({ foreignFiles: { allowAddress: address } }), {
  isOwnPublicUrl: true,
  faults: { media: 'plain', delayMs: 50 },
})
const serverUrl = `${server.url}/mcp`
const money = { credits: 5_000 }

type Charges = { credits_charged: number; credits_refunded: number }

const ajv = new Ajv2020({ strict: false })

/** Fails for structured content that is not as `tools/list` says. */
function requireSchema(tools: readonly Tool[], name: string, content: unknown): void {
  const schema = tools.find((tool) => tool.name === name)?.outputSchema
  expect(schema, name).toBeDefined()
  const isValid = ajv.validate(schema as object, content)
  expect(isValid, `${name}: ${ajv.errorsText()} ${JSON.stringify(content)}`).toBe(true)
}

type Way = () => Promise<{ accountId: string; transport: StreamableHTTPClientTransport }>

const byKey: Way = async () => {
  const { key, account } = await testClient(server, money)
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const transport = new StreamableHTTPClientTransport(new URL(serverUrl), { requestInit })
  return { accountId: account.id, transport }
}

const byOAuth: Way = async () => {
  const person = await newPerson(server, money)
  const authProvider = testProvider((asked) =>
    allow(person, Object.fromEntries(asked.searchParams)),
  )
  await auth(authProvider, { serverUrl })
  const answer = authProvider.returned().searchParams
  const code = { authorizationCode: answer.get('code') ?? '', iss: answer.get('iss') ?? '' }
  expect(await auth(authProvider, { serverUrl, ...code })).toBe('AUTHORIZED')
  const transport = new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider })
  return { accountId: person.account.id, transport }
}

it.each([
  ['a key', byKey],
  ['OAuth', byOAuth],
])(
  'the SDK’s client with %s calls every tool that is listed',
  { timeout: 120_000 },
  async (_, way) => {
    const { accountId, transport } = await way()
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    onTestFinished(() => client.close())
    const { tools } = await client.listTools()
    const called = new Set<string>()
    let charged = 0
    // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the tool says.
    const call = async (name: string, args: Record<string, unknown>): Promise<any> => {
      called.add(name)
      const answer = await client.callTool({ name, arguments: args })
      expect(answer.isError ?? false, `${name}: ${JSON.stringify(answer.content)}`).toBe(false)
      requireSchema(tools, name, answer.structuredContent)
      const result = answer.structuredContent as Charges
      charged += name === 'get_generation' ? 0 : result.credits_charged
      charged -= name === 'cancel_generation' ? result.credits_charged + result.credits_refunded : 0
      return result
    }
    const make = async (name: string, args: Record<string, unknown>) => {
      const made = await call(name, { ...args, wait_seconds: 60 })
      expect(made, name).toMatchObject({ status: 'completed', credits_refunded: 0 })
      expect(made.credits_charged, name).toBeGreaterThan(0)
      return made
    }
    const upload = async (name: string, accept: string): Promise<string> => {
      const url = host.serve(name, await sampleFile(name))
      return (await call('upload_from_url', { url, accept })).url
    }

    const { models } = await call('list_models', {})
    expect(models.length).toBeGreaterThan(5)
    const fox = { model: 'flux-schnell', prompt: 'a fox' }
    const { credits } = await call('quote', { model: fox.model, input: fox })
    const image = await make('generate_image', fox)
    expect(image.credits_charged).toBe(credits)
    const [photo, video] = [await upload('photo.jpg', 'image'), await upload('clip.mp4', 'video')]
    const edit = { model: 'nano-banana-edit', prompt: 'make it night', image_url: photo }
    await make('edit_image', edit)
    await make('generate_video', { model: 'text-to-video', prompt: 'a fox runs' })
    await make('generate_audio', { model: 'thinksound', prompt: 'waves', video_url: video })
    await make('generate_speech', { model: 'eleven-v3', text: 'Good morning.', voice: 'Alice' })
    await make('generate_music', { model: 'eleven-music', prompt: 'a slow waltz' })
    await make('understand_image', { question: 'What is it?', image: photo })
    const speech = await upload('sound.wav', 'audio')
    const remix = { prompt: 'a slow waltz', audio_url: speech }
    await make('generate_audio', { model: 'stable-audio-25-audio-to-audio', ...remix })
    await make('generate_3d', { model: 'trellis', image_url: photo })
    await make('transcribe', { model: 'whisper', audio_url: speech })
    await make('generate_text', { model: 'gemini-2.5-flash', task: 'improve', prompt: 'a fox' })
    expect(await call('get_generation', { id: image.id })).toMatchObject({ status: 'completed' })
    expect(await call('search_history', { kind: 'image', search: 'fox' })).toMatchObject({
      total: 1,
    })

    const waiting = await call('generate_image', { ...stuck, wait_seconds: 0 })
    const cancelled = await call('cancel_generation', { id: waiting.id })
    expect(['cancelled', 'cancelling']).toContain(cancelled.cancellation)

    const refused = await client.callTool({ name: 'get_generation', arguments: { id: 'none' } })
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'not_found' } })
    requireSchema(tools, 'get_generation', refused.structuredContent)

    const listed = tools.map(({ name }) => name)
    expect([...called].toSorted()).toEqual(listed.toSorted())
    expect((await readMoney(server.context, accountId)).balance).toBe(money.credits - charged)
  },
)
