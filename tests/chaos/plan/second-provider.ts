import type { Options } from '../options.ts'
import type { Event, PlannedCreate } from './plan.ts'
import { between, happens, type Random } from './random.ts'

/**
 * `server-errors`: every call is answered by a 5xx. `no-answers`: calls hang until it is over.
 * `no-funds`: submits are rejected. `lost-answers`: calls are carried out and never answered.
 */
export type ProviderOutage = (typeof outages)[number]
const outages = ['server-errors', 'no-answers', 'no-funds', 'lost-answers'] as const

/** The model of the second provider, as the operator's folder has it. */
export const secondModel = {
  id: 'second-image',
  name: 'An image by the second provider',
  kind: 'image',
  generation_type: 'text-to-image',
  provider: 'replicate',
  endpoints: [{ id: 'owner/model' }],
  fields: {
    prompt: { control: 'text', required: true },
    num_images: { control: 'count', max: 4 },
  },
  price: { unit: 'image', base: 7, quantity: 'num_images' },
  request: { prompt: { from: 'prompt' }, num_outputs: { from: 'num_images' } },
  result: 'images',
}

const share = 0.2

/** Lets a part of the creates be of the second provider's model; those meet no faults of their own. */
export function moveToSecondProvider(random: Random, creates: PlannedCreate[]): PlannedCreate[] {
  return creates.map((create) =>
    happens(random, share)
      ? {
          ...create,
          provider: 'replicate',
          path: '/api/image-generation/create',
          body: {
            model: secondModel.id,
            num_images: create.body.num_images,
            prompt: `a fox ${create.tag}.`,
          },
          faults: [],
          forge: create.forge || happens(random, 0.25),
        }
      : create,
  )
}

/**
 * It breaks down in every way once per 2,000 generations, each time for some seconds. It rejects our
 * account when fal does not (`falRejects`), so that the models of each are stopped alone.
 */
export function makeOutages(
  random: Random,
  { generations }: Options,
  falRejects: readonly number[],
): Event[] {
  const ways = outages.length
  const count = ways * Math.max(1, Math.round(generations / 2_000))
  const slot = generations / count
  return Array.from({ length: count }, (_, number) => {
    const round = Math.floor(number / ways)
    const falSlot = Math.floor((falRejects[round] ?? 0) / slot)
    const turned = number - falSlot + outages.indexOf('no-funds') + ways / 2
    return {
      at: Math.round(slot * (number + 0.2 + 0.3 * random())),
      kind: 'outage',
      outage: outages[((turned % ways) + ways) % ways] ?? 'no-funds',
      forMs: between(random, 1_500, 3_500),
    }
  })
}
