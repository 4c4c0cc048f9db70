import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { encodeRequest, type HttpLine, openLine } from '../load/http-line.ts'
import { type ProviderStub, type Submitted, startProviderStub } from '../world/provider-stub.ts'
import { createSigner, makeKeyPair } from './signer.ts'

/** How long it works on a job, in ms: spread, so that the pollers' phases are, too. */
const shortest = 800
const spread = 1_500

export type WorkingProvider = AsyncDisposable & { url: string; sendsWebhooks: boolean }

/**
 * A provider that makes small pictures and says so in signed webhooks; `onFinished` runs just
 * before one is sent.
 */
export async function startWorkingProvider(
  onFinished: (name: string) => void,
): Promise<WorkingProvider> {
  const stub = await startProviderStub()
  const { privateKey, keySet } = makeKeyPair()
  stub.also('/.well-known/jwks.json', 'application/json', keySet)
  stub.also('/files/picture.png', 'image/png', await smallPicture())
  const sign = createSigner(privateKey)
  const lines: HttpLine[] = []

  async function work({ requestId, prompt, webhookUrl }: Submitted) {
    await delay(shortest + Math.random() * spread)
    if (!webhookUrl) throw new Error('The product asked for no webhook')
    const { url, headers, body } = sign({ webhookUrl, requestId })
    const line = lines.pop() ?? (await openLine(url))
    stub.finish(requestId, 'done')
    onFinished(prompt.split(' ').at(-1) ?? '')
    if (provider.sendsWebhooks)
      await expectReceived(line, encodeRequest({ method: 'POST', url, headers, body }))
    lines.push(line)
  }

  const provider = {
    url: stub.url,
    sendsWebhooks: true,
    [Symbol.asyncDispose]: () => stop(stub, lines),
  }
  stub.onSubmit((submitted) => void work(submitted))
  return provider
}

async function expectReceived(line: HttpLine, request: Buffer): Promise<void> {
  const { status, body } = await line.send(request)
  if (status !== 200) throw new Error(`A webhook was answered with ${status} ${body}`)
}

async function stop(stub: ProviderStub, lines: HttpLine[]): Promise<void> {
  for (const line of lines) line.close()
  await stub[Symbol.asyncDispose]()
}

function smallPicture(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
}
