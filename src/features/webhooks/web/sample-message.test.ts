import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { sampleCommands, sampleSecret } from './sample-message.ts'

it('is signed over its id, its time and its body', async () => {
  const commands = await sampleCommands('0a4a6c0e-6c5e-4a0b-9d6a-5a5d4f0f6b1d', 1_795_341_600_000)
  const found = (pattern: RegExp) => commands.match(pattern)?.[1] ?? ''
  const id = found(/webhook-id: (.*?)'/)
  const timestamp = found(/webhook-timestamp: (.*?)'/)
  const body = found(/-d '(.*)'/)
  const key = Buffer.from(sampleSecret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')

  expect(found(/webhook-signature: v1,(.*?)'/)).toBe(signature)
  expect(timestamp).toBe('1795341600')
  expect(JSON.parse(body)).toMatchObject({ type: 'generation.completed', data: { id } })
  expect(commands).toContain(sampleSecret)
})
