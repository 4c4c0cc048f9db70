import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { testProvider } from '#testing/context.ts'
import { type ServerAnswer, samplePng, testHttpServer } from '#testing/providers/test-server.ts'
import { createComfyUi } from './comfyui/comfyui.ts'
import { createOpenAi } from './openai/openai.ts'
import type { Output, Provider } from './provider.ts'
import { createReplicate } from './replicate/replicate.ts'

const png = await samplePng
const limits = { maxBytes: 1_000_000, idleTime: 5_000, time: 10_000 }
const inline = (type: string) => `data:${type};base64,${png.toString('base64')}`

/** What a provider answers when it is asked for a result, and at other paths. */
type Shape = { answer: unknown; at?: Record<string, ServerAnswer> }

type Adapter = {
  create(url: string): Provider
  /** A result with one file at this address, in the provider's own form. */
  wrap(address: string, url: string): unknown
  /** An answer without a file that reports an error. */
  fail?(words: string): unknown
  read(provider: Provider): Promise<Output>
  /** Where its files are, below its address. */
  file: string
}

const requestId = '0198f0a0-0000-4000-8000-000000000000'
const job = (provider: string, urls = {}) => ({
  provider,
  endpoint: 'owner/model',
  requestId,
  urls,
})

const adapters: Record<string, Adapter> = {
  fal: {
    create: (url) => testProvider(url),
    wrap: (url) => ({ images: [{ url }] }),
    fail: (error) => ({ error }),
    read: (provider) => provider.result(job('fal')),
    file: '/files/a.png',
  },
  Replicate: {
    create: (url) => createReplicate({ id: 'replicate', token: 'a token', url }),
    wrap: (address) => ({ id: requestId, status: 'succeeded', output: [address], error: null }),
    fail: (error) => ({ id: requestId, status: 'succeeded', output: null, error }),
    read: (provider) => provider.result(job('replicate')),
    file: '/files/a.png',
  },
  OpenAI: {
    create: (url) => createOpenAi({ id: 'openai', url: `${url}/v1`, key: 'a key' }),
    wrap: (url) => ({ data: [{ url }] }),
    fail: (message) => ({ error: { message } }),
    read: async (provider) => {
      const { output } = await provider.submit('images/generations', { prompt: 'a fox' })
      return output ?? expect.unreachable()
    },
    file: '/files/a.png',
  },
  ComfyUI: {
    create: (url) => createComfyUi({ id: 'comfyui', urls: [url] }),
    wrap: () => ({
      [requestId]: { outputs: { 1: { images: [{ filename: 'a.png', type: 'output' }] } } },
    }),
    read: (provider) => provider.result(job('comfyui', { server: provider.url })),
    file: '/view',
  },
}

/** A server of this shape, its adapter, and what was asked of it. */
async function open({ create }: Adapter, shape: (url: string) => Shape) {
  const calls: { path: string; authorization: string | undefined }[] = []
  const { url } = await testHttpServer(({ path, headers }) => {
    calls.push({ path, authorization: headers.authorization })
    const { answer, at = {} } = shape(url)
    return at[path] ?? { json: answer }
  })
  return { provider: create(url), calls, url }
}

const read = async (provider: Provider, { assets }: Output) =>
  buffer(await provider.download(assets[0]?.url ?? '', limits))

describe.each(Object.entries(adapters))('a result of %s', (name, adapter) => {
  const { wrap, file } = adapter
  const answer = (url: string) => wrap(`${url}${file}`, url)
  const there: ServerAnswer = { bytes: png, type: 'image/png' }

  it.runIf(name !== 'ComfyUI').each([
    ['base64', inline('image/png')],
    ['base64 without a type', inline('')],
    ['base64 with escapes', inline('image/png').replaceAll('=', '%3D').replaceAll('+', '%2B')],
    [
      'escapes',
      `data:image/png,${[...png].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
    ],
  ])('may be in the answer, as %s', async (_, address) => {
    const { provider } = await open(adapter, (url) => ({ answer: wrap(address, url) }))
    const output = await adapter.read(provider)
    expect(output.assets).toMatchObject([{ medium: 'image', flagged: false }])
    expect(await read(provider, output)).toEqual(png)
  })

  it.runIf(name !== 'ComfyUI')(
    'in the answer may be damaged, which is no trouble of ours',
    async () => {
      for (const address of [
        'data:',
        'data:image/png',
        'data:image/png;base64,%ff%',
        'data:image/png,%%',
      ])
        await expect(
          open(adapter, (url) => ({ answer: wrap(address, url) })).then(
            async ({ provider }) => (await read(provider, await adapter.read(provider))).length,
          ),
        ).resolves.toBeLessThan(20)
    },
  )

  it('may redirect to its file several times', async () => {
    const moved = (location: string): ServerAnswer => ({
      json: {},
      status: 302,
      headers: { location },
    })
    const { provider, calls } = await open(adapter, (url) => ({
      answer: answer(url),
      at: { [file]: calls.length < 4 ? moved(`${file}?again=1`) : there },
    }))
    expect(await read(provider, await adapter.read(provider))).toEqual(png)
    expect(calls.length).toBeGreaterThan(3)
  })

  it('is refused without a retry where it redirects to another host or in a loop', async () => {
    for (const location of ['http://169.254.169.254/latest', 'file:///etc/passwd', file]) {
      const { provider, calls } = await open(adapter, (url) => ({
        answer: answer(url),
        at: { [file]: { json: {}, status: 302, headers: { location } } },
      }))
      const output = await adapter.read(provider)
      await expect(read(provider, output)).rejects.toMatchObject({ retryable: false })
      expect(calls.filter(({ path }) => path === file).length).toBeLessThanOrEqual(6)
    }
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('may be compressed with %s, its file, too', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding }
    const { provider, url } = await open(adapter, (url) => {
      const bytes = compress(JSON.stringify(answer(url)))
      const whole: ServerAnswer = { bytes, type: 'application/json', headers }
      const at: Record<string, ServerAnswer> = {
        [file]: { ...there, bytes: compress(png), headers },
      }
      return {
        answer: null,
        at: new Proxy(at, { get: (known, path: string) => known[path] ?? whole }),
      }
    })
    expect(url).toBe(new URL(url).origin)
    expect(await read(provider, await adapter.read(provider))).toEqual(png)
  })

  it('is refused where a small file grows beyond the limit', async () => {
    const { provider } = await open(adapter, (url) => ({
      answer: answer(url),
      at: {
        [file]: {
          bytes: gzipSync(Buffer.alloc(50_000_000)),
          type: 'image/png',
          headers: { 'content-encoding': 'gzip' },
        },
      },
    }))
    const output = await adapter.read(provider)
    await expect(read(provider, output)).rejects.toMatchObject({
      message: expect.stringContaining('more than 1000000 bytes'),
      retryable: false,
    })
  })

  it('is read again later where its compression is broken or unknown', async () => {
    for (const encoding of ['gzip', 'br', 'compress', 'gzip, gzip, gzip']) {
      const { provider } = await open(adapter, (url) => ({
        answer: answer(url),
        at: { [file]: { ...there, headers: { 'content-encoding': encoding } } },
      }))
      const output = await adapter.read(provider)
      await expect(read(provider, output)).rejects.toMatchObject({
        name: 'ProviderError',
        retryable: true,
      })
    }
  })

  it.runIf(adapter.fail !== undefined).each([
    ['The image could not be drawn', 'unknown'],
    ['NSFW content was detected', 'content_policy'],
  ])('may be an error: %s', async (words, code) => {
    const { provider } = await open(adapter, () => ({ answer: adapter.fail?.(words) }))
    await expect(adapter.read(provider)).rejects.toMatchObject({ words, code, retryable: false })
  })
})

it('is asked for with a key on the provider’s own host alone', async () => {
  const { url: elsewhere } = await testHttpServer(({ headers }) => ({
    json: { authorization: headers.authorization },
  }))
  const { download } = await import('./http/download.ts')
  const { url } = await testHttpServer(() => ({
    json: {},
    status: 307,
    headers: { location: elsewhere },
  }))
  const headers = (address: string): Record<string, string> =>
    address.startsWith(url) ? { authorization: 'a key' } : {}
  const answer = await buffer(await download(url, { isAllowed: () => true, headers }, limits))
  expect(JSON.parse(String(answer))).toEqual({})
})
