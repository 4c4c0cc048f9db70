import { testProvider } from '#testing/context.ts'
import { describePort, type PortFault } from '#testing/providers/port-suite.ts'
import { testEmulator } from '#testing/server.ts'
import { webhookSender } from '#testing/webhook-sender.ts'

const faults: Record<PortFault, string> = {
  unauthorized: '',
  busy: 'refuse-429',
  'lost-answer': 'drop-after',
  'failed-job': '',
  expired: 'missing-file',
}

const sender = await webhookSender()
const foreign = await webhookSender()

describePort('fal', { cancel: 'requested' }, async ({ fault, isHeld } = {}) => {
  const emulator = await testEmulator({
    delayMs: 1,
    media: 'plain',
    control: true,
    ...(fault && { faults: faults[fault] }),
    ...(isHeld && { delayMs: 3_600_000 }),
    ...(fault === 'failed-job' && { failureRate: 1 }),
  })
  if (fault === 'unauthorized') await setAccount(emulator.url, 'key-refused')
  const input = { prompt: 'a red fox', image_size: 'square' }
  return {
    provider: testProvider(emulator.url, { jwksUrl: sender.jwksUrl }),
    endpoint: 'fal-ai/flux/schnell',
    input,
    accepted: async () => (await emulator.stats()).submitted,
    fileInput: () => ({ endpoint: 'fal-ai/flux/schnell', input }),
    receivedFile: async (address) => Buffer.from(await (await fetch(address)).arrayBuffer()),
    sign: ({ isForeign, ...event }) => (isForeign ? foreign : sender).sign(event),
  }
})

function setAccount(url: string, state: string): Promise<Response> {
  return fetch(`${url}/control/account`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ state }),
  })
}
