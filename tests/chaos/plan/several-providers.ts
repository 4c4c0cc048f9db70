import type { Options } from '../options.ts'
import type { Event, PlannedCreate } from './plan.ts'
import { happens, type Random } from './random.ts'

/** A model that three providers can run, the second one first: that is the one which breaks down. */
export const routedModel = {
  id: 'routed-image',
  name: 'An image by one of three providers',
  kind: 'image',
  generation_type: 'text-to-image',
  provider: 'replicate',
  endpoints: [{ id: 'owner/model' }],
  fields: {
    prompt: { control: 'text', required: true },
    num_images: { control: 'count', max: 4 },
  },
  price: { unit: 'image', base: 5, quantity: 'num_images' },
  request: { prompt: { from: 'prompt' }, num_outputs: { from: 'num_images' } },
  alternatives: [
    {
      provider: 'openai',
      endpoints: [{ id: 'images/generations' }],
      request: { prompt: { from: 'prompt' }, n: { from: 'num_images' } },
    },
    {
      provider: 'fal',
      endpoints: [{ id: 'fal-ai/flux/dev' }],
      request: { prompt: { from: 'prompt' }, num_images: { from: 'num_images' } },
    },
  ],
  result: 'images',
}

const share = 0.1

/**
 * Lets a part of the creates be of a model of three providers, and all while one of these is away;
 * those meet no faults of their own.
 */
export function moveToSeveralProviders(
  random: Random,
  creates: PlannedCreate[],
  { away }: Options,
): PlannedCreate[] {
  return creates.map((create) =>
    away || happens(random, share)
      ? {
          ...create,
          provider: 'several',
          path: '/api/image-generation/create',
          body: {
            model: routedModel.id,
            num_images: create.body.num_images ?? 1,
            prompt: `a fox ${create.tag}.`,
          },
          faults: [],
        }
      : create,
  )
}

/** The first provider cannot be reached from the first twentieth of the creates to the last. */
export function makeAbsence({ generations }: Options): Event[] {
  return [
    { kind: 'away', isAway: true, at: Math.round(generations * 0.05) },
    { kind: 'away', isAway: false, at: Math.round(generations * 0.95) },
  ]
}
