import { describe, expect, it } from 'vitest'
import { faultNames, parseFaults } from './faults.ts'

describe('the list of faults', () => {
  it('accepts names with and without a probability', () => {
    expect(parseFaults(' refuse-429, nsfw:0.25 , slow*3, empty*1:0.5')).toEqual([
      { name: 'refuse-429', probability: 1 },
      { name: 'nsfw', probability: 0.25 },
      { name: 'slow', probability: 1, most: 3 },
      { name: 'empty', probability: 0.5, most: 1 },
    ])
  })

  it.each([
    'refuse-428',
    'nsfw:2',
    'nsfw:',
    'nsfw:often',
    'nsfw:0.1:0.2',
    'nsfw*0',
    'nsfw*',
    'nsfw*two',
    'nsfw:.',
  ])('rejects %s, naming all faults', (entry) => {
    expect(() => parseFaults(`empty, ${entry}`)).toThrow(`"${entry}"`)
    expect(() => parseFaults(`empty, ${entry}`)).toThrow(faultNames.join(', '))
  })
})
