import { expect, it } from 'vitest'
import { findBannedNames, findVagueTypes, findVagueWords } from './find-banned-names.mjs'

it('names the identifiers that have a word to avoid, wherever they are declared', () => {
  const source = [
    'export function judgeImage(film) {}',
    'type Door = { maxPictures: number }',
    'const image = `$' + '{guestList} of films`',
    'const seaside = account_sought',
  ].join('\n')
  expect(findBannedNames(source)).toEqual([
    'judgeImage',
    'film',
    'Door',
    'maxPictures',
    'guestList',
  ])
})

it('lets comments, strings and texts say what they like', () => {
  const source = [
    '/** A film. */ // a picture',
    'const a = \'film\' + "door" + /film/.source',
    'const b = <p>A picture that nobody took</p>',
  ].join('\n')
  expect(findBannedNames(source)).toEqual([])
})

it('finds vague words in comments and test titles', () => {
  const source = [
    '/** Whoever asks is told. */',
    "const email = 'nobody' // and told again",
    "it('tells nobody', () => {})",
    "it.each([1])('%i, for somebody', () => {})",
  ].join('\n')
  expect(findVagueWords(source)).toEqual(['whoever', 'told', 'nobody', 'somebody'])
})

it('finds no vague words in code, strings and quoted code', () => {
  const source = [
    '/** Runs as the user `nobody`. */',
    "const address = 'http://nobody.invalid/'",
    'const told = true',
  ].join('\n')
  expect(findVagueWords(source)).toEqual([])
})

it('finds exported types that could be anything', () => {
  const source = [
    'export type Fetched = { rows: Row[] }',
    'export class Outcome {}',
    'export type FetchedRecords = Fetched',
    'type Given = string',
    'export const Option = z.string()',
  ].join('\n')
  expect(findVagueTypes(source)).toEqual(['Fetched', 'Outcome'])
})
