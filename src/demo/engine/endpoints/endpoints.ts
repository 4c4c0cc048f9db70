import { applicationOf } from '../jobs/job.ts'
import type { Endpoint } from './endpoint.ts'
import { imageSize, integer, literal, number, string } from './input-field.ts'
import { guidance, outputFormat, textToImage } from './text-to-image.ts'

const acceleration = literal(['none', 'regular', 'high'], 'none')

/** Every endpoint the engine speaks for; bounds and defaults are the provider's. */
export const endpoints: readonly Endpoint[] = [
  textToImage(
    'fal-ai/flux/dev',
    { size: 'landscape_4_3', most: 4 },
    {
      num_inference_steps: integer({ min: 1, max: 50, initially: 28 }),
      guidance_scale: guidance(1),
      output_format: outputFormat,
      acceleration,
    },
  ),
  textToImage(
    'fal-ai/flux/schnell',
    { size: 'landscape_4_3', most: 4 },
    {
      num_inference_steps: integer({ min: 1, max: 12, initially: 4 }),
      guidance_scale: guidance(1),
      output_format: outputFormat,
      acceleration,
    },
  ),
  textToImage(
    'fal-ai/janus',
    { size: 'square', most: 16 },
    {
      cfg_weight: number({ min: 1, max: 20, initially: 5 }),
      temperature: number({ min: 0.1, max: 2, initially: 1 }),
    },
  ),
  textToImage(
    'fal-ai/stable-diffusion-v35-large',
    { size: 'landscape_4_3', most: 4 },
    {
      image_size: { ...imageSize('landscape_4_3'), optional: true },
      negative_prompt: string({ initially: '' }),
      num_inference_steps: integer({ min: 1, max: 50, initially: 28 }),
      guidance_scale: guidance(0),
      output_format: outputFormat,
    },
  ),
]

/** Is there anything below this `owner/alias`? */
export function isKnownApplication(application: string): boolean {
  return endpoints.some(({ id }) => applicationOf(id) === application)
}
