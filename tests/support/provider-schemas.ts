import { z } from 'zod'

const sizes = [
  'square_hd',
  'square',
  'portrait_4_3',
  'portrait_16_9',
  'landscape_4_3',
  'landscape_16_9',
]
const whole = (min: number, max: number) => z.int().min(min).max(max)
const between = (min: number, max: number) => z.number().min(min).max(max)
/** A number in the request's text, whatever its size. */
const anySeed = z.union([z.int(), z.string().regex(/^\d+$/)])
const url = z.url({ protocol: /^https?$/ })

const common = {
  prompt: z.string().min(1),
  image_size: z.enum(sizes),
  seed: anySeed.optional(),
  enable_safety_checker: z.boolean(),
}
const fourImages = { ...common, num_images: whole(1, 4) }
const { image_size: _size, ...withoutSize } = fourImages
const editor = {
  prompt: z.string().min(1),
  num_images: whole(1, 4),
  output_format: z.enum(['jpeg', 'png']),
}

const router = {
  model: z.string().min(1),
  prompt: z.string().min(1),
  system_prompt: z.string().min(1),
  reasoning: z.literal(false),
  max_tokens: whole(1, 20_000),
}

/**
 * What every video is asked for with, but the two pro ones; the provider's defaults are not relied
 * on.
 */
const video = {
  prompt: z.string().min(1),
  negative_prompt: z.string(),
  seed: anySeed.optional(),
  enable_safety_checker: z.boolean(),
  enable_prompt_expansion: z.boolean(),
}
const wan21 = {
  ...video,
  num_frames: whole(81, 100),
  frames_per_second: whole(5, 24),
  num_inference_steps: whole(2, 40),
}
const fromImages = {
  ...wan21,
  resolution: z.enum(['480p', '720p']),
  aspect_ratio: z.enum(['auto', '16:9', '9:16', '1:1']),
  guide_scale: between(1, 10),
  shift: between(1, 10),
  acceleration: z.enum(['none', 'regular']),
}
const vace = {
  ...video,
  ref_image_urls: z.array(url).min(1).optional(),
  resolution: z.enum(['auto', '240p', '360p', '480p', '580p', '720p']),
  aspect_ratio: z.enum(['auto', '16:9', '1:1', '9:16']),
  num_frames: whole(81, 241),
  frames_per_second: whole(5, 30),
  num_inference_steps: whole(2, 50),
  guidance_scale: between(1, 10),
  shift: between(1, 15),
  acceleration: z.enum(['none', 'low', 'regular']),
}
const masks = { mask_video_url: url.optional(), mask_image_url: url.optional() }
const wan22 = {
  ...video,
  num_frames: whole(17, 161),
  frames_per_second: whole(4, 60),
  guidance_scale: between(1, 10),
  shift: between(1, 10),
  interpolator_model: z.enum(['none', 'film', 'rife']),
  num_interpolated_frames: whole(0, 4).optional(),
  adjust_fps_for_interpolation: z.boolean().optional(),
}
const fromText = { aspect_ratio: z.enum(['16:9', '9:16', '1:1']) }
const fromImage = { image_url: url, aspect_ratio: z.enum(['auto', '16:9', '9:16', '1:1']) }
const small = { resolution: z.enum(['580p', '720p']), num_inference_steps: whole(2, 50) }
const large = {
  resolution: z.enum(['480p', '580p', '720p']),
  num_inference_steps: whole(2, 40),
  guidance_scale_2: between(1, 10),
  acceleration: z.enum(['none', 'regular']),
}
const { negative_prompt: _negative, ...turbo } = { ...video, resolution: large.resolution }

/**
 * The provider's own bounds, written by hand from docs/providers/fal.md#endpoints. Strict: an
 * unknown key is an error.
 */
export const providerSchemas: Record<string, z.ZodType> = {
  'fal-ai/flux/dev': z.strictObject({
    ...fourImages,
    num_inference_steps: whole(1, 50),
    guidance_scale: between(1, 20),
  }),
  'fal-ai/flux/dev/image-to-image': z.strictObject({
    ...withoutSize,
    image_url: url,
    strength: between(0.01, 1),
    num_inference_steps: whole(10, 50),
    guidance_scale: between(1, 20),
  }),
  'fal-ai/flux/schnell': z.strictObject({ ...fourImages, num_inference_steps: whole(1, 12) }),
  'fal-ai/janus': z.strictObject({
    ...common,
    num_images: whole(1, 16),
    cfg_weight: between(1, 20),
    temperature: between(0.1, 2),
  }),
  'fal-ai/stable-diffusion-v35-large': z.strictObject({
    ...fourImages,
    num_inference_steps: whole(1, 50),
    negative_prompt: z.string().optional(),
  }),

  'fal-ai/flux-pro/kontext': z.strictObject({
    ...editor,
    image_url: url,
    guidance_scale: between(1, 20),
    safety_tolerance: z.enum(['1', '2', '3', '4', '5', '6']),
    enhance_prompt: z.boolean(),
    aspect_ratio: z
      .enum(['21:9', '16:9', '4:3', '3:2', '1:1', '2:3', '3:4', '9:16', '9:21'])
      .optional(),
    seed: anySeed.optional(),
  }),
  'fal-ai/nano-banana/edit': z.strictObject({
    ...editor,
    prompt: z.string().min(3).max(50_000),
    image_urls: z.array(url).min(1),
    output_format: z.enum(['jpeg', 'png', 'webp']),
    safety_tolerance: z.enum(['1', '2', '3', '4', '5', '6']),
    aspect_ratio: z.enum([
      'auto',
      '21:9',
      '16:9',
      '3:2',
      '4:3',
      '5:4',
      '1:1',
      '4:5',
      '3:4',
      '2:3',
      '9:16',
    ]),
  }),
  'fal-ai/qwen-image-edit': z.strictObject({
    ...editor,
    image_url: url,
    image_size: z.enum(sizes).optional(),
    guidance_scale: between(0, 20),
    num_inference_steps: whole(2, 50),
    negative_prompt: z.string().optional(),
    enable_safety_checker: z.boolean(),
    seed: anySeed.optional(),
  }),
  'fal-ai/esrgan': z.strictObject({
    image_url: url,
    scale: z.union([z.literal(2), z.literal(4)]),
    output_format: z.enum(['png', 'jpeg']),
  }),
  'fal-ai/birefnet/v2': z.strictObject({
    image_url: url,
    operating_resolution: z.enum(['1024x1024', '2048x2048']),
    refine_foreground: z.boolean(),
    output_format: z.enum(['png', 'webp']),
  }),

  'fal-ai/wan-t2v': z.strictObject({
    ...wan21,
    resolution: z.enum(['480p', '580p', '720p']),
    aspect_ratio: z.enum(['16:9', '9:16']),
    turbo_mode: z.boolean(),
  }),
  'fal-ai/wan-i2v': z.strictObject({ ...fromImages, image_url: url }),
  'fal-ai/wan-flf2v': z.strictObject({ ...fromImages, start_image_url: url, end_image_url: url }),
  'fal-ai/wan-pro/text-to-video': z.strictObject({
    prompt: z.string().min(1),
    seed: anySeed.optional(),
    enable_safety_checker: z.literal(true),
  }),
  'fal-ai/wan-pro/image-to-video': z.strictObject({
    prompt: z.string().min(1),
    image_url: url,
    seed: anySeed.optional(),
    enable_safety_checker: z.literal(true),
  }),

  'fal-ai/wan-vace-14b': z.strictObject({ ...vace, ...masks, video_url: url.optional() }),
  'fal-ai/wan-vace-14b/depth': z.strictObject({ ...vace, video_url: url }),
  'fal-ai/wan-vace-14b/inpainting': z
    .strictObject({ ...vace, ...masks, video_url: url })
    .refine(
      ({ mask_video_url, mask_image_url }) => mask_video_url || mask_image_url,
      'a mask is needed',
    ),

  'fal-ai/wan/v2.2-5b/text-to-video': z.strictObject({ ...wan22, ...fromText, ...small }),
  'fal-ai/wan/v2.2-5b/image-to-video': z.strictObject({ ...wan22, ...fromImage, ...small }),
  'fal-ai/wan/v2.2-a14b/text-to-video': z.strictObject({ ...wan22, ...fromText, ...large }),
  'fal-ai/wan/v2.2-a14b/image-to-video': z.strictObject({ ...wan22, ...fromImage, ...large }),
  'fal-ai/wan/v2.2-a14b/text-to-video/turbo': z.strictObject({ ...turbo, ...fromText }),
  'fal-ai/wan/v2.2-a14b/image-to-video/turbo': z.strictObject({ ...turbo, ...fromImage }),

  'fal-ai/thinksound/audio': z.strictObject({
    video_url: url,
    prompt: z.string().min(1).optional(),
    num_inference_steps: whole(2, 100).optional(),
    cfg_scale: between(1, 20).optional(),
  }),
  'fal-ai/elevenlabs/tts/eleven-v3': z.strictObject({
    text: z.string().min(1).max(5_000),
    voice: z.string(),
    language_code: z.enum(['en', 'zh', 'es', 'fr', 'de', 'ja']).optional(),
    stability: between(0, 1),
    apply_text_normalization: z.enum(['auto', 'on', 'off']),
  }),
  'fal-ai/elevenlabs/music': z.strictObject({
    prompt: z.string().min(1),
    music_length_ms: whole(3_000, 600_000),
    force_instrumental: z.boolean(),
  }),
  'fal-ai/stable-audio-25/audio-to-audio': z.strictObject({
    audio_url: url,
    prompt: z.string().min(1),
    strength: between(0.01, 1),
    num_inference_steps: whole(4, 8),
    guidance_scale: whole(1, 25),
    seed: anySeed.optional(),
  }),
  'fal-ai/whisper': z.strictObject({
    audio_url: url,
    task: z.enum(['transcribe', 'translate']),
    language: z.string().length(2).optional(),
    chunk_level: z.literal('segment'),
  }),
  'openrouter/router': z.strictObject(router),
  'openrouter/router/vision': z.strictObject({ ...router, image_urls: z.array(url).length(1) }),
  'fal-ai/trellis': z.strictObject({
    image_url: url,
    mesh_simplify: between(0.9, 0.98),
    ss_sampling_steps: whole(1, 50),
    ss_guidance_strength: between(0, 10),
    slat_sampling_steps: whole(1, 50),
    slat_guidance_strength: between(0, 10),
    seed: anySeed.optional(),
  }),
  'fal-ai/moondream3-preview/query': z.strictObject({
    image_url: url,
    prompt: z.string().min(1),
    reasoning: z.literal(false),
    temperature: between(0, 1),
    top_p: between(0, 1),
  }),
}
