import { choice, decimal, fixed, onlyWhile, seed, shape, text, toggle } from '../rules/fields.ts'
import { file, files } from '../rules/file-field.ts'
import { defineModel } from '../rules/model.ts'
import type { FieldProblem } from '../rules/parse-input.ts'
import { sendSeed } from '../rules/seed.ts'

const application = 'fal-ai/wan-vace-14b'

/** Each task is an endpoint of its own (docs/providers/fal.md#mapping-rules, rule 24). */
const endpointOfTask = {
  default: application,
  depth: `${application}/depth`,
  inpainting: `${application}/inpainting`,
} as const

/**
 * An operator may configure a general endpoint, whose requests name the task
 * (docs/providers/fal.md#endpoints); the ids of our own endpoints name it.
 */
function sendTask(
  { task }: { task: keyof typeof endpointOfTask },
  endpoint: string = endpointOfTask[task],
) {
  const isSaid = task === 'default' || endpoint.endsWith(`/${task}`)
  return isSaid ? {} : { task }
}

/** The documents' own names of the two speeds, and `fast` (docs/spec/creation.md#models). */
const otherSpeeds = {
  Pro: 'pro',
  fast: 'pro',
  normal: 'high_quality',
  high_quality_normal: 'high_quality',
  'High quality normal': 'high_quality',
} as const

const painted = { field: 'task', among: ['inpainting'] }

type Given = { task: string; video_url: string; mask_image_url: string; mask_video_url: string }

/**
 * Depth and inpainting need a video, inpainting exactly one mask; the general task needs a video or
 * references.
 */
function check(input: Given & { ref_image_urls: readonly string[] }): FieldProblem[] {
  const { task, video_url, mask_image_url, mask_video_url, ref_image_urls } = input
  const isMissing = task === 'default' ? ref_image_urls.length === 0 && !video_url : !video_url
  const hasNoMask = task === 'inpainting' && !mask_image_url && !mask_video_url
  return [
    ...(isMissing ? [{ field: 'video_url', problem: 'required' as const }] : []),
    ...(mask_image_url && mask_video_url
      ? [{ field: 'mask_image_url', problem: 'not_used' as const }]
      : []),
    ...(hasNoMask ? [{ field: 'mask_image_url', problem: 'required' as const }] : []),
  ]
}

/**
 * Without a task, a mask means inpainting, and references without a video the general task;
 * otherwise the task is depth.
 */
function implied({
  task,
  video_url,
  mask_image_url,
  mask_video_url,
  ref_image_urls,
}: Record<string, unknown>) {
  if (task != null) return {}
  if (mask_image_url || mask_video_url) return { task: 'inpainting' }
  const hasReferences = Array.isArray(ref_image_urls) && ref_image_urls.length > 0
  return hasReferences && !video_url ? { task: 'default' } : {}
}

/** The negative prompt of the other videos, and borders (docs/providers/fal.md#endpoints). */
const negative =
  'letterboxing, borders, black bars, bright colors, overexposed, static, blurred details, subtitles, style, ' +
  'artwork, painting, picture, still, overall gray, worst quality, low quality, JPEG compression residue, ugly, ' +
  'incomplete, extra fingers, poorly drawn hands, poorly drawn faces, deformed, disfigured, malformed limbs, fused ' +
  'fingers, still picture, cluttered background, three legs, many people in the background, walking backwards'

/**
 * Code, because a definition has no rules between files: which of them a task needs, and the task
 * that files imply.
 */
export const vace = defineModel({
  id: 'vace',
  provider: 'fal',
  name: 'Wan VACE',
  kind: 'video',
  generationType: 'vace',
  strength: {
    en: 'Remakes a video, or part of it',
    zh: '重绘视频的全部或局部',
    de: 'Gestaltet ein Video ganz oder teilweise neu',
  },

  fields: {
    prompt: text({ lines: 4, required: true }),
    task: choice(['default', 'depth', 'inpainting'], 'depth', { group: 'inputs' }),
    video_url: file('video'),
    mask_image_url: onlyWhile(painted, file('image', { maskOf: 'video_url' }), ''),
    mask_video_url: onlyWhile(painted, file('video'), ''),
    ref_image_urls: files('image', { max: 5 }),
    aspect_ratio: shape(['auto', '16:9', '9:16', '1:1'], '16:9', { upgrade: ['9:16'] }),
    resolution: choice(['480p', '580p', '720p'], '480p', { upgrade: ['580p', '720p'] }),
    speed: choice(['pro', 'high_quality'], 'pro', {
      upgrade: ['pro', 'high_quality'],
      also: otherSpeeds,
    }),
    num_frames: fixed(81),
    frames_per_second: fixed(16),
    shift: fixed(5, { group: 'advanced' }),
    num_inference_steps: fixed(30, { group: 'advanced' }),
    negative_prompt: text({ lines: 3, group: 'advanced', initially: negative }),
    guidance_scale: decimal({ min: 1, max: 10, initially: 3.5 }),
    seed: seed(),
    enable_safety_checker: toggle({ initially: true }),
    enable_prompt_expansion: toggle({ initially: false }),
  },

  price: {
    base: { '480p': 400, '580p': 420, '720p': 450 },
    unit: 'job',
    tier: (input) => input.resolution,
    quantity: () => 1,
  },

  endpoints: [endpointOfTask.default, endpointOfTask.depth, endpointOfTask.inpainting],
  route: (input) => endpointOfTask[input.task],
  result: 'video',
  implied,
  check,
  toProvider: (input, endpoint) => ({
    ...sendTask(input, endpoint),
    prompt: input.prompt,
    resolution: input.resolution,
    enable_safety_checker: input.enable_safety_checker,
    enable_prompt_expansion: input.enable_prompt_expansion,
    ...sendSeed(input.seed),
    negative_prompt: input.negative_prompt,
    num_frames: input.num_frames,
    frames_per_second: input.frames_per_second,
    num_inference_steps: input.num_inference_steps,
    ...(input.video_url && { video_url: input.video_url }),
    ...(input.mask_video_url && { mask_video_url: input.mask_video_url }),
    ...(input.mask_image_url && { mask_image_url: input.mask_image_url }),
    ...(input.ref_image_urls.length > 0 && { ref_image_urls: input.ref_image_urls }),
    aspect_ratio: input.aspect_ratio,
    guidance_scale: input.guidance_scale,
    shift: input.shift,
    // Regular is the fastest speed (docs/providers/fal.md#mapping-rules, rule 21).
    acceleration: input.speed === 'pro' ? 'regular' : 'none',
  }),
  fromProvider: ({ task: _task, acceleration, ...body }, endpoint) => ({
    ...body,
    task: Object.entries(endpointOfTask).find(([, id]) => id === endpoint)?.[0],
    ...(acceleration === 'none' && { speed: 'high_quality' }),
  }),
  seconds: (input) => input.num_frames / input.frames_per_second,
})
