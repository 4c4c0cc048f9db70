import { expect, it } from 'vitest'
import { webhookBase } from './webhook-base.ts'

const fal = 'https://queue.fal.run'

it.each([
  ['https://studio.example', true, fal, true],
  ['https://studio.example', false, fal, false],
  ['http://studio.example', true, fal, false],
  ['https://localhost:3000', true, fal, false],
  ['https://192.168.1.7', true, fal, false],
  ['https://[fd00::1]', true, fal, false],
  ['https://studio.local', true, fal, false],
  ['https://studio', true, fal, false],
  ['http://localhost:3000', false, 'http://127.0.0.1:4000', true],
])(
  '%s (set by the operator: %s), provider at %s: webhooks %s',
  (url, isFixed, providerUrl, used) => {
    expect(webhookBase(url, { isFixed, providerUrl })).toBe(used ? url : null)
  },
)
