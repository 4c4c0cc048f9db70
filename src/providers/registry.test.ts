import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openAiWorld } from '#testing/providers/openai-server.ts'
import { signReplicateEvent, startReplicateServer } from '#testing/providers/replicate-server.ts'
import {
  configuringVariables,
  createProviders,
  type ProviderEnvironment,
  readFurtherProviders,
} from './registry.ts'

/** The providers of an environment; variables without a number are given as they were parsed. */
function providersOf(environment: Record<string, string>) {
  const { providers, problems } = readFurtherProviders(environment)
  expect(problems).toEqual([])
  const all = { ...environment, furtherProviders: providers } as unknown as ProviderEnvironment
  return new Map(createProviders(all).map((provider) => [provider.id, provider]))
}

describe('several instances of one provider', () => {
  it.each(configuringVariables)('%s with a number configures one under its own id', (name) => {
    const { providers } = readFurtherProviders({ [`${name}_9`]: 'http://127.0.0.1:9' })
    expect(providers.map(({ id }) => id)).toEqual([expect.stringMatching(/^[a-z-]+-9$/)])
    expect(providers.map(({ create }) => create().id)).toEqual(providers.map(({ id }) => id))
  })

  it('gives each of two servers only its own jobs', async () => {
    const [first, second] = await Promise.all([openAiWorld(), openAiWorld()])
    const providers = providersOf({
      OPENAI_BASE_URL: first.provider.url,
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL_2: second.provider.url,
      OPENAI_API_KEY_2: 'key',
    })
    expect([...providers.keys()]).toEqual(['openai', 'openai-2'])
    for (const [id, prompts] of [
      ['openai', ['a red fox']],
      ['openai-2', ['a red bird', 'a red fish']],
    ] as const)
      for (const prompt of prompts) {
        const input = { ...first.input, prompt }
        const submitted = await providers.get(id)?.submit(first.endpoint, input)
        expect(submitted?.job.provider).toBe(id)
      }
    expect(first.bodies.map(({ prompt }) => prompt)).toEqual(['a red fox'])
    expect(second.bodies.map(({ prompt }) => prompt)).toEqual(['a red bird', 'a red fish'])
  })

  it('believes at each account only the events that its own secret signed', async () => {
    const [one, two] = await Promise.all([startReplicateServer(), startReplicateServer()])
    const [own, other] = [newSecret(), newSecret()]
    const providers = providersOf({
      REPLICATE_API_TOKEN: 'token',
      REPLICATE_API_URL: one.url,
      REPLICATE_WEBHOOK_SECRET: own,
      REPLICATE_API_TOKEN_3: 'token',
      REPLICATE_API_URL_3: two.url,
      REPLICATE_WEBHOOK_SECRET_3: other,
    })
    const read = (id: string, secret: string) => {
      const { body, headers } = signReplicateEvent('job-1', Date.now(), secret)
      return providers.get(id)?.readWebhook?.(body, (name) => headers[name])
    }
    expect(await read('replicate', own)).toEqual({ requestId: 'job-1' })
    expect(await read('replicate-3', other)).toEqual({ requestId: 'job-1' })
    expect(await read('replicate', other)).toBeNull()
    expect(await read('replicate-3', own)).toBeNull()
  })

  it('says what is wrong with a further one, by the names of its variables', () => {
    const { providers, problems } = readFurtherProviders({
      OPENAI_BASE_URL_2: 'nowhere',
      REPLICATE_API_URL_4: 'http://127.0.0.1:9',
      COMFYUI_URLS_5: '',
      OPENAI_BASE_URL_10: 'http://127.0.0.1:9',
    })
    expect(providers).toEqual([])
    expect(problems).toEqual([
      'REPLICATE_API_TOKEN_4: is missing',
      expect.stringMatching(/^OPENAI_BASE_URL_2: /),
    ])
  })
})

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`
