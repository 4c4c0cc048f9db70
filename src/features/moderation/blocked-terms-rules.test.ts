import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fluxDev } from '#testing/models.ts'
import {
  type BlockedTerms,
  containsBlockedTerm,
  findBlockedTexts,
  isMatchable,
  normalizeText,
} from './blocked-terms-rules.ts'

const lists: BlockedTerms = {
  en: {
    terms: ['cunt', 'shoot', 'Straße', 'bad phrase here', 'Dr. Evil', 'café'],
    exceptions: ['photo shoot', 'shoot the moon'],
  },
  zh: { terms: ['敏感词', '枪'], exceptions: ['水枪'] },
}
const isBlocked = (text: string) => containsBlockedTerm(text, lists)

describe('a text with a blocked term', () => {
  it.each([
    ['cunt'],
    ['what a CUNT!'],
    ['ｃｕｎｔ'],
    ['c\u200bu\u00adn\u2060t'],
    ['c\u0301u\u0308nt'],
    ['𝒄𝒖𝒏𝒕'],
    ['strasse'],
    ['STRASSE'],
    ['STRAẞE'],
    ['cafe'],
    ['a bad  phrase-here'],
    ['bad_phrase_here'],
    ['meet dr. evil'],
    ['这是敏感词吗'],
    ['敏 感 词'],
    ['敏*感\u200b词'],
    ['a photo shoot, then shoot'],
    ['shoot the sun'],
    ['手枪和水枪'],
  ])('%j is found', (text) => {
    expect(isBlocked(text)).toBe(true)
  })

  it.each([
    ['Scunthorpe'],
    ['shooting stars'],
    ['a photo shoot'],
    ['PHOTO-SHOOT'],
    ['shoot the moon'],
    ['bad phrase. Here it ends'],
    ['敏感，词'],
    ['水枪'],
    ['dr evil'],
    [''],
    ['. , !'],
  ])('%j is not', (text) => {
    expect(isBlocked(text)).toBe(false)
  })
})

it('without lists blocks nothing', () => {
  expect(containsBlockedTerm('cunt', {})).toBe(false)
  expect(containsBlockedTerm('cunt', { en: { terms: [], exceptions: ['x'] } })).toBe(false)
})

it('finds each text of an input, and nothing but texts', () => {
  const input = { prompt: 'a cunt', image_size: 'shoot', num_images: 1 }
  expect(findBlockedTexts(fluxDev, input, lists)).toEqual([{ field: 'prompt', problem: 'blocked' }])
})

const word = fc.stringMatching(/^[a-zäéß]{1,12}$/)
const hidden = fc.constantFrom('\u200b', '\u00ad', '\u2060', '\ufe0f', '\u0301')
const separator = fc.constantFrom(' ', ' - ', '_', '  ', '/', '"')

describe('every term', () => {
  const one = (term: string, exceptions: string[] = []) => ({ en: { terms: [term], exceptions } })

  it('is found as a word in any case, with invisible characters, and not inside a word', () => {
    fc.assert(
      fc.property(word, hidden, fc.nat(), fc.boolean(), (term, sign, at, isUpper) => {
        const place = 1 + (at % term.length)
        const written = `${term.slice(0, place)}${sign}${term.slice(place)}`
        const text = `before ${isUpper ? written.toUpperCase() : written} after`
        expect(containsBlockedTerm(text, one(term))).toBe(true)
        expect(containsBlockedTerm(`x${term}x`, one(term))).toBe(false)
      }),
    )
  })

  it('of several words is found between any separators', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), separator, (words, between) => {
        expect(containsBlockedTerm(`( ${words.join(between)} )`, one(words.join(' ')))).toBe(true)
      }),
    )
  })

  it('is allowed within an exception, and only there', () => {
    fc.assert(
      fc.property(word, word, word, (term, before, after) => {
        fc.pre(new Set([term, before, after].map(normalizeText)).size === 3)
        const phrase = `${before} ${term} ${after}`
        expect(containsBlockedTerm(phrase, one(term, [phrase]))).toBe(false)
        expect(containsBlockedTerm(`${phrase} ${term}`, one(term, [phrase]))).toBe(true)
      }),
    )
  })

  it('that can be matched is found in itself, whatever its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text))
        expect(containsBlockedTerm(text, one(text))).toBe(isMatchable(text))
      }),
    )
  })
})
