import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { describePort, type PortOptions, type PortWorld } from '#testing/providers/port-suite.ts'
import {
  formOf,
  type ServerAnswer,
  type ServerCall,
  testHttpServer,
} from '#testing/providers/test-server.ts'
import { createElevenLabs } from './elevenlabs.ts'

/** `subscription`: what the account may use. `refusal`: why a submit is refused. */
type Options = PortOptions & { subscription?: object; refusal?: string; isRestricted?: boolean }

const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(64, 7)])
const speech = { text: 'Hello', voice_id: 'a voice', model_id: 'eleven_multilingual_v2' }

async function world(options: Options = {}): Promise<PortWorld & { calls: ServerCall[] }> {
  const calls: ServerCall[] = []
  const { fault, refusal, isRestricted, subscription = {} } = options
  const { url } = await testHttpServer((call) => {
    if (fault === 'unauthorized' || call.headers['xi-api-key'] !== 'key')
      return failure(401, 'invalid_api_key', 'Invalid API key')
    if (call.path === '/v1/user/subscription')
      return isRestricted
        ? failure(401, 'missing_permissions', 'The API key is missing the permission user_read')
        : { json: { character_count: 5, character_limit: 10_000, ...subscription } }
    if (fault === 'busy') return failure(429, 'system_busy', 'Too much to do')
    if (refusal) return failure(refusals[refusal] ?? 400, refusal, `It is ${refusal}`)
    calls.push(call)
    if (fault === 'lost-answer') return 'drop'
    return { bytes: mp3, type: 'audio/mpeg', headers: { 'request-id': `request-${calls.length}` } }
  })
  return {
    calls,
    provider: createElevenLabs({ id: 'elevenlabs', key: 'key', url }),
    endpoint: 'text-to-speech',
    input: speech,
    accepted: async () => calls.length,
    fileInput: (audio) => ({
      endpoint: 'speech-to-speech',
      input: {
        audio,
        voice_id: 'a voice',
        output_format: 'mp3_44100_128',
        voice_settings: { a: 1 },
      },
    }),
    receivedFile: async () => {
      const [call] = calls
      const audio = call && (await formOf(call)).get('audio')
      return audio instanceof File ? Buffer.from(await audio.arrayBuffer()) : Buffer.alloc(0)
    },
  }
}

const refusals: Record<string, number> = {
  quota_exceeded: 401,
  detected_unusual_activity: 401,
  voice_not_found: 404,
}

function failure(status: number, code: string, message: string): ServerAnswer {
  return { status, json: { detail: { status: code, message } } }
}

describePort('ElevenLabs', { medium: 'audio', isSynchronous: true, cancel: 'unsupported' }, world)

const limits = { maxBytes: 1_000, idleTime: 1_000, time: 1_000 }

describe('ElevenLabs', () => {
  it('answers with the audio, and names the request for their support', async () => {
    const { provider, endpoint, input } = await world()
    const { job, output } = await provider.submit(endpoint, input)
    expect(job.requestId).toBe('request-1')
    const [asset] = output?.assets ?? []
    expect(asset?.url).toMatch(/^data:audio\/mpeg;base64,/)
    expect(await buffer(await provider.download(asset?.url ?? '', limits))).toEqual(mp3)
  })

  it('sends the voice in the path, the format in the query and the rest in the body', async () => {
    const { provider, endpoint, input, calls } = await world()
    await provider.submit(endpoint, { ...input, output_format: 'mp3_44100_128' })
    await provider.submit('music', { prompt: 'a march', music_length_ms: 10_000 })
    const [first, second] = calls
    expect(first?.path).toBe('/v1/text-to-speech/a%20voice')
    expect([...(first?.query ?? [])]).toEqual([['output_format', 'mp3_44100_128']])
    expect(first?.json()).toEqual({ text: 'Hello', model_id: 'eleven_multilingual_v2' })
    expect(second?.path).toBe('/v1/music')
  })

  it('sends a recording as a form', async () => {
    const { provider, fileInput, calls } = await world()
    const { endpoint, input } = fileInput?.('input-file:0') ?? { endpoint: '', input: {} }
    const file = { contentType: 'audio/wav', bytes: 1, fileName: 'x.wav' }
    const open = async () =>
      (async function* () {
        yield Buffer.from('x')
      })()
    await provider.submit(endpoint, input, {
      files: new Map([['input-file:0', { ...file, open }]]),
    })
    expect(calls[0]?.path).toBe('/v1/speech-to-speech/a%20voice')
    const form = calls[0] && (await formOf(calls[0]))
    expect([...(form?.keys() ?? [])]).toEqual(['audio', 'voice_settings'])
    expect(form?.get('voice_settings')).toBe('{"a":1}')
  })

  it.each([
    ['quota_exceeded', 'provider_funds'],
    ['detected_unusual_activity', 'provider_locked'],
    ['bad_prompt', 'content_policy'],
    ['voice_not_found', 'invalid_input'],
    ['max_character_limit_exceeded', 'invalid_input'],
  ])('reports %s as %s, and that nothing was submitted', async (refusal, code) => {
    const { provider, endpoint, input } = await world({ refusal })
    await expect(provider.submit(endpoint, input)).rejects.toMatchObject({
      ...{ code, delivery: 'refused', retryable: false, words: `It is ${refusal}` },
    })
  })

  it('accepts a key that may not read the account, and none whose credits are used up', async () => {
    const restricted = await world({ isRestricted: true })
    await expect(restricted.provider.probe()).resolves.toBeUndefined()
    const used = { character_count: 10_000 }
    const { provider } = await world({ subscription: used })
    await expect(provider.probe()).rejects.toMatchObject({ code: 'provider_funds' })
    const mayExtend = { can_extend_character_limit: true, allowed_to_extend_character_limit: true }
    const extended = await world({ subscription: { ...used, ...mayExtend } })
    await expect(extended.provider.probe()).resolves.toBeUndefined()
  })
})
