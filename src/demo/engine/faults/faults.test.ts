import { describe, expect, it } from 'vitest'
import { drawFaults, faultNames, parseFaults } from './faults.ts'

describe('the list of faults', () => {
  it('takes names with and without a probability', () => {
    expect(parseFaults(' refuse-429, nsfw:0.25 ,')).toEqual([
      { name: 'refuse-429', probability: 1 },
      { name: 'nsfw', probability: 0.25 },
    ])
  })

  it.each(['refuse-428', 'nsfw:2', 'nsfw:', 'nsfw:often', 'nsfw:0.1:0.2'])(
    'refuses %s, naming what there is',
    (entry) => {
      expect(() => parseFaults(`empty, ${entry}`)).toThrow(`"${entry}"`)
      expect(() => parseFaults(`empty, ${entry}`)).toThrow(faultNames.join(', '))
    },
  )
})

describe('drawing faults for a submission', () => {
  it('takes each with its own probability', () => {
    const rules = parseFaults('nsfw:0.5, slow:0.4')
    expect(drawFaults(rules, {}, () => 0.45)).toEqual(['nsfw'])
    expect(drawFaults(rules, {}, () => 0.6)).toEqual([])
  })

  it('takes what the prompt asks for, if there is such a fault', () => {
    const prompt = 'a fox [fault:content-policy] [fault:nonsense]'
    expect(drawFaults([], { prompt }, () => 0.5)).toEqual(['content-policy'])
  })
})
