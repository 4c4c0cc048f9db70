import { execFileSync } from 'node:child_process'
import { Agent, type Dispatcher, FormData, request } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testConnection } from '#testing/database/database.ts'
import { urlOf } from '#testing/database/url-of.ts'
import { sampleFile } from '#testing/files.ts'
import { freePort } from '#testing/free-port.ts'
import { createProduct } from '#testing/product.ts'
import { hasProgram } from '#testing/programs.ts'
import { testEmulator } from '#testing/server.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { startNginx, writeNginxConfiguration } from './nginx-configuration.ts'

const hasNginx = hasProgram('nginx', '-v')
const maxUploadBytes = 52_428_800

/** The published configuration before two web processes and a worker. */
async function studio() {
  const folder = await createTemporaryDirectory('nginx')
  onTestFinished(() => removeTemporaryDirectory(folder))
  const emulator = await testEmulator({ delayMs: 100 })
  const [port, ...webPorts] = await Promise.all([freePort(), freePort(), freePort()])
  const shared = {
    DATABASE_URL: urlOf(await testConnection()),
    DATA_DIR: folder,
    PUBLIC_URL: `https://localhost:${port}`,
    TRUST_PROXY: '1',
    FAL_KEY: 'test',
    FAL_QUEUE_URL: emulator.url,
    FAL_REST_URL: emulator.url,
    ALLOW_PRIVATE_ADDRESSES: 'on',
  }
  const make = async (more: Record<string, string>) => {
    const product = await createProduct({ ...shared, ...more })
    onTestFinished(product.remove)
    return product
  }
  const [a, b, worker] = [
    await make({ ATELIER_ROLE: 'web', PORT: String(webPorts[0]) }),
    await make({ ATELIER_ROLE: 'web', PORT: String(webPorts[1]) }),
    await make({ ATELIER_ROLE: 'worker', METRICS_PORT: String(await freePort()) }),
  ]
  const webs = await Promise.all([a.start(), b.start(), worker.start()])
  const file = await writeNginxConfiguration({ folder, port, webPorts })
  execFileSync('nginx', ['-t', '-q', '-c', file])
  const nginx = await startNginx(file)
  onTestFinished(nginx.stop)
  const account = ['account', 'create', '--email', 'ada@example.com', '--credits', '1000']
  const { api_key } = JSON.parse((await a.atelier(...account, '--paid', '--key')).output)
  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  onTestFinished(() => agent.destroy())
  const send = (path: string, options: Partial<Dispatcher.RequestOptions> = {}) =>
    request(`https://localhost:${port}${path}`, {
      dispatcher: agent,
      ...options,
      headers: { authorization: `Bearer ${api_key}`, ...options.headers },
    } as Parameters<typeof request>[1])
  return { send, webs }
}

const creation = {
  method: 'POST' as const,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    ...{ model: 'flux-schnell', image_size: 'square', num_inference_steps: 1, prompt: 'a fox' },
  }),
}

describe.skipIf(!hasNginx)('two web processes behind nginx', () => {
  it('send events, take files, and go on while one of them ends', async () => {
    const { send, webs } = await studio()

    const stream = await send('/api/events')
    expect(stream.statusCode).toBe(200)
    const created = await send('/api/image-generation/create', creation)
    const { id } = (await created.body.json()) as { id: string }
    let seen = ''
    for await (const chunk of stream.body) {
      seen += chunk
      if (seen.includes(`"id":"${id}"`) && seen.includes('"status":"completed"')) break
    }

    const media = /(\/media\/[^"]+)"/.exec(seen)?.[1] ?? 'none'
    const image = await send(media)
    expect([image.statusCode, image.headers['x-cache']]).toEqual([200, undefined])
    expect(image.headers['cache-control']).toMatch(/^private/)
    expect((await image.body.bytes()).length).toBeGreaterThan(100)

    const video = await sampleFile('video.mp4')
    const upload = async (bytes: number) => {
      const body = new FormData()
      const padding = new Uint8Array(bytes - video.length)
      body.set('file', new Blob([video, padding], { type: 'video/mp4' }), 'x.mp4')
      const answer = await send('/api/upload-video', { method: 'POST', body })
      return [answer.statusCode, ((await answer.body.json()) as { code?: string }).code]
    }
    expect(await upload(maxUploadBytes)).toEqual([200, undefined])
    // Refused by the product, which names the limit, and not by nginx.
    expect(await upload(maxUploadBytes + 1)).toEqual([413, 'file_too_large'])

    const page = await (await send('/')).body.text()
    const asset = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const states = []
    for (let times = 0; times < 2; times++) {
      const answer = await send(asset)
      await answer.body.dump()
      states.push([answer.statusCode, answer.headers['x-cache']])
    }
    expect(states).toEqual([
      [200, 'MISS'],
      [200, 'HIT'],
    ])
    expect((await send('/metrics')).statusCode).toBe(404)

    await webs[0]?.stop()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('/api/image-generation/create', creation)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    await Promise.all(answers.map(({ body }) => body.dump()))
  })
})
