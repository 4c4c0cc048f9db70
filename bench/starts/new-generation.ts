import { v7 as uuid } from 'uuid'
import { fluxSchnell } from '#catalogue/models/flux-schnell.ts'
import type { NewGeneration } from '#database/queries/start-generation.ts'
import { searchTerms } from '#domain/search-terms.ts'
import { createPrice } from '../load/create-request.ts'

const input = {
  prompt: 'A lighthouse at dusk, long exposure',
  image_size: 'square',
  num_images: 1,
  num_inference_steps: 4,
  enable_safety_checker: true,
}
const terms = searchTerms(fluxSchnell, {
  model: fluxSchnell.id,
  mode: fluxSchnell.generationType,
  input,
})

/** What a create call of one small picture writes. */
export function newGeneration(account: string): NewGeneration {
  const id = uuid()
  return {
    id,
    account_id: account,
    request_id: `request ${id}`,
    kind: fluxSchnell.kind,
    generation_type: fluxSchnell.generationType,
    model: fluxSchnell.id,
    input,
    terms,
    price: createPrice,
    requested: 1,
    is_public: true,
    is_sample: false,
    deadline: 300_000,
    rate: { burst: 1e8, perMinute: 1e8 },
  }
}
