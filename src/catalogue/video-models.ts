import { choice, decimal, fixed, onlyWhile, shape, text, toggle, wholeNumber } from './fields.ts'
import type { Credits, Surcharge } from './model.ts'
import { type Seed, sendSeed } from './seed.ts'

/** The default negative prompt of videos (docs/providers/fal.md#endpoints). */
export const usualNegative =
  'bright colors, overexposed, static, blurred details, subtitles, style, artwork, painting, picture, still, overall ' +
  'gray, worst quality, low quality, JPEG compression residue, ugly, incomplete, extra fingers, poorly drawn hands, ' +
  'poorly drawn faces, deformed, disfigured, malformed limbs, fused fingers, still picture, cluttered background, ' +
  'three legs, many people in the background, walking backwards'

export const prompt = text({ lines: 4, required: true })

export const negativePrompt = (options: { initially?: string; ignored?: boolean } = {}) =>
  text({ lines: 3, group: 'advanced', initially: usualNegative, ...options })

/** The ratios that cost an upgrade (docs/spec/creation.md#models). */
const upgrade = ['9:16'] as const

/** Ratios of videos made from images: `auto` follows the image. */
export const ratio = () => shape(['auto', '16:9', '9:16', '1:1'], '16:9', { upgrade })

/** The same where the image may be missing: `auto` is only there beside one. */
export const ratioBesideImage = () =>
  shape(['auto', '16:9', '9:16', '1:1'], '16:9', { upgrade, needs: { auto: 'image_url' } })

/**
 * Wan 2.1 makes videos from text in two ratios; `auto` means the wide one
 * (docs/providers/fal.md#mapping-rules, rule 9).
 */
export const wideOrTall = () => shape(['16:9', '9:16'], '16:9', { upgrade, also: { auto: '16:9' } })

type Resolution = '480p' | '580p' | '720p'

/**
 * The cheapest one is the default; all above 480p are marked as upgrades
 * (docs/spec/creation.md#models).
 */
export function resolution<const Name extends Resolution>(options: readonly [Name, ...Name[]]) {
  const [cheapest] = options
  return choice<Name>(options, cheapest, { upgrade: options.filter((option) => option !== '480p') })
}

/** Frames and their rate on Wan 2.1 (docs/spec/creation.md#models). */
export const frames21 = () => wholeNumber({ min: 81, max: 100, initially: 81 })
export const rate21 = () => wholeNumber({ min: 5, max: 24, initially: 16 })

/** The same on Wan 2.2. */
export const frames22 = () => wholeNumber({ min: 81, max: 121, initially: 81 })
export const rate22 = () => wholeNumber({ min: 4, max: 60, initially: 24 })

export const steps = (max: 40 | 50, initially: number) => wholeNumber({ min: 10, max, initially })

/** The documents allow up to 20, the provider up to 10. */
export const guidance = () => decimal({ min: 1, max: 10, initially: 3.5 })

export const shift = () => decimal({ min: 1, max: 10, initially: 5, step: 0.5 })

export const safetyAndExpansion = {
  enable_safety_checker: toggle({ initially: true }),
  enable_prompt_expansion: toggle({ initially: false }),
}

/** What 2.2 inserts between the generated frames: nothing, or up to four frames. */
export const interpolation = {
  interpolator_model: choice(['none', 'film', 'rife'], 'film', { group: 'advanced' }),
  num_interpolated_frames: onlyWhile(
    { field: 'interpolator_model', among: ['film', 'rife'] },
    wholeNumber({ min: 0, max: 4, initially: 1 }),
    0,
  ),
  adjust_fps_for_interpolation: onlyWhile(
    { field: 'interpolator_model', among: ['film', 'rife'] },
    toggle({ initially: true }),
    true,
  ),
}

type Interpolation = {
  interpolator_model: string
  num_interpolated_frames: number
  adjust_fps_for_interpolation: boolean
}

/**
 * Sent whole, because the provider's own defaults differ between models
 * (docs/providers/fal.md#mapping-rules, rule 20).
 */
export function sendInterpolation(input: Interpolation): Record<string, unknown> {
  const { interpolator_model, num_interpolated_frames, adjust_fps_for_interpolation } = input
  if (interpolator_model === 'none') return { interpolator_model }
  return { interpolator_model, num_interpolated_frames, adjust_fps_for_interpolation }
}

/**
 * Two speeds, both marked as upgrades: `pro` accelerates at the provider, `high_quality` does not
 * (docs/spec/creation.md#models).
 */
export const speed = () =>
  choice(['pro', 'high_quality'], 'pro', { upgrade: ['pro', 'high_quality'], also: otherSpeeds })

/**
 * The documents' own names of the two, and `fast`, which is sent as regular
 * (docs/spec/creation.md#models).
 */
const otherSpeeds = {
  Pro: 'pro',
  fast: 'pro',
  normal: 'high_quality',
  high_quality_normal: 'high_quality',
  'High quality normal': 'high_quality',
} as const

/**
 * Regular is the fastest speed of these endpoints (docs/providers/fal.md#mapping-rules, rule 21).
 */
export const sendSpeed = (value: 'pro' | 'high_quality') => (value === 'pro' ? 'regular' : 'none')

/** The length in seconds of a video with this many frames. */
export const secondsOf = (input: { num_frames: number; frames_per_second: number }) =>
  input.num_frames / input.frames_per_second

/**
 * 25 % more above 81 frames, 10 % more above the usual steps, 10 % more for interpolated frames
 * (docs/spec/money.md#prices).
 */
export function surcharges(
  input: { num_frames: number; num_inference_steps: number; num_interpolated_frames?: number },
  usualSteps: number,
): Surcharge[] {
  const { num_frames, num_inference_steps, num_interpolated_frames = 0 } = input
  return [
    ...(num_frames > 81 ? [{ reason: 'frames' as const, percent: 125 }] : []),
    ...(num_inference_steps > usualSteps ? [{ reason: 'steps' as const, percent: 110 }] : []),
    ...(num_interpolated_frames > 0 ? [{ reason: 'interpolation' as const, percent: 110 }] : []),
  ]
}

/** A video costs by its resolution. */
export function byResolution(base: Partial<Record<Resolution, Credits>>) {
  return {
    base,
    unit: 'job' as const,
    tier: (input: { resolution: string }) => input.resolution,
    quantity: () => 1,
  }
}

/**
 * The fixed values of the pro models: 1080p, six seconds, the safety check
 * (docs/spec/creation.md#models).
 */
export const proFixed = {
  resolution: fixed('1080p', { upgrade: ['1080p'] }),
  duration: fixed(6, { unit: 'seconds' }),
  enable_safety_checker: fixed(true, { group: 'advanced' }),
}

/** Wan 2.1 uses `guide_scale`, and `acceleration` for the form's speed. */
export function readWan21({
  guide_scale,
  acceleration,
  ...body
}: Record<string, unknown>): Record<string, unknown> {
  return {
    ...body,
    ...(guide_scale != null && { guidance_scale: guide_scale }),
    ...(acceleration === 'none' && { speed: 'high_quality' }),
  }
}

/**
 * Older records may contain `auto` without an image: that was the wide ratio
 * (docs/providers/fal.md#mapping-rules, rule 9).
 */
export function sendRatio({
  aspect_ratio,
  image_url,
}: {
  aspect_ratio: string
  image_url: string
}): string {
  return aspect_ratio === 'auto' && !image_url ? '16:9' : aspect_ratio
}

type VideoInput = {
  prompt: string
  resolution: string
  seed: Seed | undefined
  enable_safety_checker: boolean
  enable_prompt_expansion: boolean
}

/**
 * The fields that every video request has, except those of the pro models. Both switches are always
 * sent, because the defaults differ.
 */
export function sendVideo(input: VideoInput): Record<string, unknown> {
  return {
    prompt: input.prompt,
    resolution: input.resolution,
    enable_safety_checker: input.enable_safety_checker,
    enable_prompt_expansion: input.enable_prompt_expansion,
    ...sendSeed(input.seed),
  }
}

type FramesInput = {
  negative_prompt: string
  num_frames: number
  frames_per_second: number
  num_inference_steps: number
}

/** How the frames are generated, where the endpoint has an option for it. */
export function sendFrames(input: FramesInput): Record<string, unknown> {
  const { negative_prompt, num_frames, frames_per_second, num_inference_steps } = input
  return { negative_prompt, num_frames, frames_per_second, num_inference_steps }
}
