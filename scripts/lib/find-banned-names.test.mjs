import { expect, it } from 'vitest'
import { findBannedNames } from './find-banned-names.mjs'

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
