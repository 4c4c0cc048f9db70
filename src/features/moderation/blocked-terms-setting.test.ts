import { expect, it } from 'vitest'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { changeSettings } from '#core/settings/change-settings.ts'
import { readNewestSettings } from '#core/settings/queries.ts'
import { testContext } from '#testing/context.ts'

const context = await testContext()
const { database } = context
const act = { actor: 'ada@example.com', reason: 'a test' }
const change = (set: object, reset: string[] = []) => changeSettings(context, act, { set, reset })

const manyTerms = (letter: string) =>
  Array.from({ length: 2_501 }, (_, index) => `${letter}${index}`)

it('is audited with the number of terms, not with all of them', async () => {
  await change({ blocked_terms: { en: { terms: ['gorgon', 'gorgon'] } } })
  expect((await readNewestSettings(database)).settings).toEqual({
    blocked_terms: { en: { terms: ['gorgon'], exceptions: [] } },
  })
  await change({}, ['blocked_terms'])
  const rows = await listOperatorActions(database, { limit: 2 })
  expect(rows.map(({ details }) => details)).toMatchObject([
    { before: { blocked_terms: { en: { terms: 1, exceptions: 0 } } } },
    { after: { blocked_terms: { en: { terms: 1, exceptions: 0 } } } },
  ])
})

it.each([
  ['an unknown language', { english: { terms: ['x'] } }, 'blocked_terms.english'],
  ['a term without letters', { en: { terms: ['  …!'] } }, 'blocked_terms.en.terms.0'],
  ['a long term', { en: { terms: ['x'.repeat(61)] } }, 'blocked_terms.en.terms.0'],
  ['an unknown field', { en: { words: ['x'] } }, 'blocked_terms.en.words'],
  [
    '5,002 terms',
    { en: { terms: manyTerms('e') }, zh: { terms: manyTerms('z') } },
    'blocked_terms',
  ],
])('%s is refused by its path', async (_what, blocked_terms, path) => {
  await expect(change({ blocked_terms })).rejects.toMatchObject({
    refusal: { reason: 'invalid_settings', problems: [{ path }] },
  })
})
