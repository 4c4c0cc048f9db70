import { encodeRequest } from './http-line.ts'

/** The cheapest picture there is, in credits. */
export const createPrice = 8

/** A create call as the studio's own page sends it, its idempotency key included. */
export function createRequest(
  studioUrl: string,
  { key, name }: { key: string; name: string },
): Buffer {
  const body = JSON.stringify({
    model: 'flux-schnell',
    image_generation_type: 'text-to-image',
    prompt: `A lighthouse at dusk ${name}`,
    image_size: 'square',
    num_images: 1,
    num_inference_steps: 4,
    request_id: name,
  })
  const url = `${studioUrl}/api/image-generation/create`
  return encodeRequest({ method: 'POST', url, headers: { authorization: `Bearer ${key}` }, body })
}
