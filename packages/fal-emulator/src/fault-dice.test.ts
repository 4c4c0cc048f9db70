import { describe, expect, it } from 'vitest'
import { createFaultDice, parseFaults } from './faults.ts'

const schnell = 'fal-ai/flux/schnell'

describe('the prompt', () => {
  it('gets the faults that it names, if they exist', () => {
    const draw = createFaultDice([], null)
    const prompt = 'a fox [fault:content-policy] [fault:nonsense]'
    expect(draw(schnell, { prompt }).faults).toEqual(['content-policy'])
  })

  it('is the text of speech', () => {
    const draw = createFaultDice([], null)
    const text = 'Good morning [fault:content-policy]'
    expect(draw('fal-ai/elevenlabs/tts/eleven-v3', { text }).faults).toEqual(['content-policy'])
    expect(draw('fal-ai/elevenlabs/tts/eleven-v3', null).faults).toEqual([])
  })

  it('gets counted ones for that many submissions of the same prompt only', () => {
    const draw = createFaultDice([], null)
    const drawn = (prompt: string) => draw(schnell, { prompt }).faults
    const prompt = 'a fox [fault:refuse-503*2] [fault:nsfw]'
    expect([drawn(prompt), drawn(prompt), drawn(prompt)]).toEqual([
      ['refuse-503', 'nsfw'],
      ['refuse-503', 'nsfw'],
      ['nsfw'],
    ])
    expect(drawn(`another ${prompt}`)).toContain('refuse-503')
  })
})

describe('the list', () => {
  it('applies each fault to its share of the submissions', () => {
    const draw = createFaultDice(parseFaults('nsfw:0.25, empty:0, slow'), 1)
    const drawn = Array.from(
      { length: 2_000 },
      (_, index) => draw(schnell, { prompt: `fox ${index}` }).faults,
    )
    const share = (name: string) =>
      drawn.filter((faults) => faults.some((fault) => fault === name)).length / 2_000
    expect(share('nsfw')).toBeCloseTo(0.25, 1)
    expect([share('empty'), share('slow')]).toEqual([0, 1])
  })

  it('applies a counted one to the first submissions', () => {
    const draw = createFaultDice(parseFaults('refuse-429*2'), null)
    const drawn = Array.from(
      { length: 4 },
      (_, index) => draw(schnell, { prompt: `fox ${index}` }).faults.length,
    )
    expect(drawn).toEqual([1, 1, 0, 0])
  })
})

describe('a seed', () => {
  const prompts = Array.from({ length: 50 }, (_, index) => `fox ${index}`)
  const run = (seed: number, order: string[]) => {
    const draw = createFaultDice(parseFaults('nsfw:0.5, slow:0.5'), seed)
    const drawn = order.map((prompt) => {
      const { faults, random } = draw(schnell, { prompt })
      return [prompt, [...faults, random(), random()]] as const
    })
    return Object.fromEntries(drawn)
  }

  it('gives the same again, in whatever order the submissions arrive', () => {
    expect(run(7, prompts)).toEqual(run(7, prompts.toReversed()))
  })

  it('gives another result for another seed and for the next submission of the same prompt', () => {
    expect(run(7, prompts)).not.toEqual(run(8, prompts))
    const draw = createFaultDice([], 7)
    const drawn = [
      draw(schnell, { prompt: 'fox' }).random(),
      draw(schnell, { prompt: 'fox' }).random(),
    ]
    expect(drawn[0]).not.toBe(drawn[1])
  })
})
