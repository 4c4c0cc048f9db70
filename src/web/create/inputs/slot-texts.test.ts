import { expect, it } from 'vitest'
import { failureText } from './slot-texts.ts'

const file = new File([], 'sea.mp4')

// docs/spec/texts.md
it.each([
  ['video', { reason: 'status', status: 507 }, 'Storage upload failed with status 507'],
  ['image', { reason: 'status', status: 507 }, 'Failed to upload sea.mp4. Please try again.'],
  ['video', { reason: 'refused', status: 400, message: 'Too long' }, 'Too long'],
] as const)('an upload of %s that fails by %o: %s', (endpoint, failure, text) => {
  expect(failureText({ endpoint, file }, failure)).toBe(text)
})
