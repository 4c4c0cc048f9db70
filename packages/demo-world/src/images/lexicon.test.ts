import { describe, expect, it } from 'vitest'
import { readPrompt } from './lexicon.ts'

const heaviest = (prompt: string) =>
  [...readPrompt(prompt).scenes].sort((one, other) => other[1] - one[1])[0]?.[0]

describe('reading a prompt', () => {
  it.each([
    ['A small sailboat on a calm sea', 'sea'],
    ['Cherry blossoms in spring', 'branch'],
    ['an astronaut near a GALAXY', 'cosmos'],
    ['水墨山水，远山如黛', 'ink'],
    ['沙漠里的骆驼', 'dunes'],
    ['极光', 'aurora'],
  ])('finds the scene of "%s"', (prompt, scene) => {
    expect(heaviest(prompt)).toBe(scene)
  })

  it('matches whole words only', () => {
    expect(heaviest('a seat in the theatre')).toBeUndefined()
    expect(readPrompt('starting').tags).not.toContain('stars')
  })

  it('gathers times, weather and moods', () => {
    expect([...readPrompt('冬天的夜晚，下雪，宁静').tags]).toEqual(
      expect.arrayContaining(['winter', 'night', 'snow', 'calm']),
    )
  })

  it('returns colours in the order in which the prompt names them', () => {
    const hues = readPrompt('a blue and gold vase').colours.map(({ hue }) => hue)
    expect(hues).toEqual([250, 82])
  })

  it('leaves out a colour that is part of another word', () => {
    expect(readPrompt('a road in the golden hour').colours).toEqual([])
    expect(readPrompt('银河').colours).toEqual([])
  })
})
