import { builtInModels } from '#core/models/rules/catalogue.ts'
import { expect, sizes, test } from '../product.ts'
import { journeys } from './journeys.ts'
import { make } from './make.ts'

test.use({ viewport: sizes.wide })

const nameOf = ({ generationType, model }: { generationType: string; model: string }) =>
  `${generationType} ${model}`

test('every model that a form offers has its journey', { tag: '@smoke' }, () => {
  const offered = builtInModels
    .filter(({ hidden }) => !hidden)
    .map(({ id, ...rest }) => nameOf({ ...rest, model: id }))
  expect([...new Set(journeys.map(nameOf))].toSorted()).toEqual(offered.toSorted())
})

for (const journey of journeys) {
  test(
    [nameOf(journey), journey.variant].filter(Boolean).join(', '),
    async ({ page, text, open, enter }) => {
      await enter(journey.path, { credits: 1_000 })
      await make({ page, text, open }, journey)
    },
  )
}
