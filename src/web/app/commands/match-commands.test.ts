import { describe, expect, it } from 'vitest'
import { type Command, matchCommands } from './match-commands.ts'

const command = (label: string, more: Partial<Command> = {}): Command => ({
  ...{ id: label, group: 'Pages', label, run: () => undefined },
  ...more,
})
const commands = [
  command('Text to video'),
  command('Wan 2.2', { group: 'Models', hint: '40 credits', words: 'video' }),
  command('Credits'),
  command('Dark', { group: 'Theme' }),
  command('Éditeur'),
]
const labels = (typed: string) => matchCommands(commands, typed).map(({ label }) => label)

describe('matching commands', () => {
  it('returns all of them in their order for no text', () => {
    expect(labels('  ')).toEqual(commands.map(({ label }) => label))
  })

  it('requires every word, in any order, in the label, the group, the hint or further words', () => {
    expect(labels('video text')).toEqual(['Text to video'])
    expect(labels('theme dark')).toEqual(['Dark'])
    expect(labels('video dark')).toEqual([])
  })

  it('puts a label that begins with the text before one that contains it', () => {
    expect(labels('credits')).toEqual(['Credits', 'Wan 2.2'])
    expect(labels('video')).toEqual(['Text to video', 'Wan 2.2'])
  })

  it('ignores case and accents', () => {
    expect(labels('EDIT')).toContain('Éditeur')
  })
})
