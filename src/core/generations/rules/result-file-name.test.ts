import { expect, it } from 'vitest'
import { resultFileName } from './result-file-name.ts'

const nameOf = (prompt: string) =>
  resultFileName({
    createdAt: '2026-11-21T23:59:00.000Z',
    prompt,
    model: 'flux.1/dev',
    number: 2,
    extension: '.png',
  })

it.each([
  ['A lighthouse, by the sea', '2026-11-21-a-lighthouse-by-the-sea-2.png'],
  ['雪地里的狐狸，日出', '2026-11-21-雪地里的狐狸-日出-2.png'],
  ['../../etc: <con>|"a"?*\u0000\r\n.', '2026-11-21-etc-con-a-2.png'],
  ['🦊✨', '2026-11-21-flux-1-dev-2.png'],
  ['', '2026-11-21-flux-1-dev-2.png'],
  [
    'one two three four five six seven eight nine',
    '2026-11-21-one-two-three-four-five-six-seven-eight-2.png',
  ],
])('%j is saved as %s', (prompt, name) => {
  expect(nameOf(prompt)).toBe(name)
})

it('stays below the 255 bytes of a file name with long prompts and characters', () => {
  const name = nameOf('𠮷'.repeat(500))
  expect(name).toContain('𠮷'.repeat(40))
  expect(Buffer.byteLength(name)).toBeLessThan(255)
})
