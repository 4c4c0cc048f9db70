import { describe, expect, it } from 'vitest'
import {
  joinTemplates,
  maxDepth,
  type PromptTemplate,
  parseTemplate,
  plain,
  promptLines,
  sampleIndexes,
} from './wildcards.ts'

function all(text: string): string[] | string {
  const template = parseTemplate(text)
  return typeof template === 'string' ? template : promptsOf(template)
}

function promptsOf({ count, prompt }: PromptTemplate): string[] {
  return Array.from({ length: count }, (_, index) => prompt(index))
}

describe('a prompt with alternatives', () => {
  it('is one prompt for each combination, the first alternatives changing last', () => {
    expect(all('a {red|blue} fox in {snow|rain|fog}')).toEqual([
      'a red fox in snow',
      'a red fox in rain',
      'a red fox in fog',
      'a blue fox in snow',
      'a blue fox in rain',
      'a blue fox in fog',
    ])
  })

  it('has alternatives in alternatives', () => {
    expect(all('{a {big|small} fox|{one|two|three} cranes}!')).toEqual([
      'a big fox!',
      'a small fox!',
      'one cranes!',
      'two cranes!',
      'three cranes!',
    ])
  })

  it('has options that are empty, and keeps those that are the same', () => {
    expect(all('a{| red} fox')).toEqual(['a fox', 'a red fox'])
    expect(all('{|}')).toEqual(['', ''])
    expect(all('{x|x}')).toEqual(['x', 'x'])
  })

  it.each([
    'a fox | a crane',
    '{"style": "oil", "size": {"w": 1}}',
    'a } and a {',
    '} {a|b',
    'a {red|{dark} blue fox',
    'C:\\foxes|cranes and \\| and \\}',
    '',
  ])('is text as typed without braces that belong together: %s', (text) => {
    expect(all(text)).toEqual([text])
  })

  it('has alternatives in braces that are text', () => {
    expect(all('{a {b|c}')).toEqual(['{a b', '{a c'])
    expect(all('{a {b|c} d}')).toEqual(['{a b d}', '{a c d}'])
    expect(all('{x|{a|b}')).toEqual(['{x|a', '{x|b'])
    expect(all('{a|b}}')).toEqual(['a}', 'b}'])
  })

  it('has characters that are only themselves behind a backslash', () => {
    expect(all('\\{red|blue}')).toEqual(['{red|blue}'])
    expect(all('\\{red\\|blue\\}')).toEqual(['{red|blue}'])
    expect(all('{a\\|b|c\\}|\\{}')).toEqual(['a|b', 'c}', '{'])
    expect(all('{a\\b|c}')).toEqual(['a\\b', 'c'])
  })

  it('is counted without writing its prompts, up to a million', () => {
    const million = parseTemplate('{0|1|2|3|4|5|6|7|8|9}'.repeat(6))
    expect(million).toMatchObject({ count: 1_000_000 })
    expect(typeof million !== 'string' && million.prompt(123_456)).toBe('123456')
    expect(parseTemplate('{0|1|2|3|4|5|6|7|8|9}'.repeat(7))).toBe('too_many')
    expect(parseTemplate('{0|1}'.repeat(2000))).toBe('too_many')
  })

  it('nests no deeper than the limit, and reads any number of braces', () => {
    const nested = (depth: number) => '{a|'.repeat(depth) + '}'.repeat(depth)
    expect(parseTemplate(nested(maxDepth))).toMatchObject({ count: maxDepth + 1 })
    expect(parseTemplate(nested(maxDepth + 1))).toBe('too_deep')
    expect(all('{'.repeat(10_000))).toEqual(['{'.repeat(10_000)])
    expect(all('{'.repeat(5000) + '}'.repeat(5000))).toHaveLength(1)
    expect(all('{'.repeat(5000) + '{a|b}'.repeat(10))).toHaveLength(1024)
    expect(all(`{a|b}${' '.repeat(10_000)}`)).toHaveLength(1)
  })
})

describe('a list of prompts', () => {
  it('is its lines that are not empty', () => {
    expect(promptLines(' a fox\r\n\r\n\ta crane \n\n')).toEqual(['a fox', 'a crane'])
    expect(promptLines(' \n')).toEqual([])
  })

  it('has the alternatives of each line, in the order of the lines', () => {
    const lines = [plain('{x|y}'), parseTemplate('a {red|blue} fox'), plain('a crane')]
    const templates = lines.filter((one) => typeof one !== 'string')
    expect(promptsOf(joinTemplates(templates))).toEqual([
      '{x|y}',
      'a red fox',
      'a blue fox',
      'a crane',
    ])
  })
})

describe('a sample of combinations', () => {
  it('has as many different ones as asked for, in order', () => {
    for (let time = 0; time < 100; time++) {
      const drawn = sampleIndexes(70, 64)
      expect(new Set(drawn).size).toBe(64)
      expect(drawn).toEqual([...drawn].sort((a, b) => a - b))
      expect(drawn.every((index) => index >= 0 && index < 70)).toBe(true)
    }
  })

  it('is all of them where there are no more', () => {
    expect(sampleIndexes(3, 3)).toEqual([0, 1, 2])
    expect(sampleIndexes(2, 8)).toEqual([0, 1])
  })

  it('can be the first and the last', () => {
    expect(sampleIndexes(1000, 2, () => 0)).toEqual([0, 999])
    expect(sampleIndexes(1000, 1, () => 0.9999)).toEqual([999])
  })
})
