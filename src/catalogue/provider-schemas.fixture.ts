import { z } from 'zod'

const sizes = ['square_hd', 'square', 'portrait_4_3', 'portrait_16_9', 'landscape_4_3', 'landscape_16_9']
const steps = (min: number, max: number) => z.int().min(min).max(max)

const common = {
  prompt: z.string().min(1),
  image_size: z.enum(sizes),
  seed: z.int().optional(),
  enable_safety_checker: z.boolean(),
}
const fourImages = { ...common, num_images: z.int().min(1).max(4) }

/** The provider's own bounds, written by hand from the reference (§4.1). Strict: an unknown key is an error. */
export const providerSchemas: Record<string, z.ZodType> = {
  'fal-ai/flux/dev': z.strictObject({
    ...fourImages,
    num_inference_steps: steps(1, 50),
    guidance_scale: z.number().min(1).max(20),
  }),
  'fal-ai/flux/schnell': z.strictObject({ ...fourImages, num_inference_steps: steps(1, 12) }),
  'fal-ai/janus': z.strictObject({
    ...common,
    num_images: z.int().min(1).max(16),
    cfg_weight: z.number().min(1).max(20),
    temperature: z.number().min(0.1).max(2),
  }),
  'fal-ai/stable-diffusion-v35-large': z.strictObject({
    ...fourImages,
    num_inference_steps: steps(1, 50),
    negative_prompt: z.string().optional(),
  }),
}
