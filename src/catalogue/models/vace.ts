import { choice, fixed, onlyWhile, seed } from '../fields.ts'
import { file, files } from '../file-field.ts'
import { defineModel } from '../model.ts'
import type { FieldProblem } from '../parse-input.ts'
import {
  byResolution,
  guidance,
  negativePrompt,
  prompt,
  ratio,
  resolution,
  safetyAndExpansion,
  secondsOf,
  sendFrames,
  sendSpeed,
  sendVideo,
  speed,
  usualNegative,
} from '../video-models.ts'

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

export const vace = defineModel({
  id: 'vace',
  name: 'Wan VACE',
  kind: 'video',
  generationType: 'vace',
  strength: { en: 'Remakes a video, or part of it', zh: '重绘视频的全部或局部' },

  fields: {
    prompt,
    task: choice(['default', 'depth', 'inpainting'], 'depth', { group: 'inputs' }),
    video_url: file('video'),
    mask_image_url: onlyWhile(painted, file('image', { maskOf: 'video_url' }), ''),
    mask_video_url: onlyWhile(painted, file('video'), ''),
    ref_image_urls: files('image', { max: 5 }),
    aspect_ratio: ratio(),
    resolution: resolution(['480p', '580p', '720p']),
    speed: speed(),
    num_frames: fixed(81),
    frames_per_second: fixed(16),
    shift: fixed(5, { group: 'advanced' }),
    num_inference_steps: fixed(30, { group: 'advanced' }),
    negative_prompt: negativePrompt({
      initially: `letterboxing, borders, black bars, ${usualNegative}`,
    }),
    guidance_scale: guidance(),
    seed: seed(),
    ...safetyAndExpansion,
  },

  price: byResolution({ '480p': 400, '580p': 420, '720p': 450 }),

  endpoints: [endpointOfTask.default, endpointOfTask.depth, endpointOfTask.inpainting],
  route: (input) => endpointOfTask[input.task],
  result: 'video',
  implied,
  check,
  toProvider: (input, endpoint) => ({
    ...sendTask(input, endpoint),
    ...sendVideo(input),
    ...sendFrames(input),
    ...(input.video_url && { video_url: input.video_url }),
    ...(input.mask_video_url && { mask_video_url: input.mask_video_url }),
    ...(input.mask_image_url && { mask_image_url: input.mask_image_url }),
    ...(input.ref_image_urls.length > 0 && { ref_image_urls: input.ref_image_urls }),
    aspect_ratio: input.aspect_ratio,
    guidance_scale: input.guidance_scale,
    shift: input.shift,
    acceleration: sendSpeed(input.speed),
  }),
  fromProvider: ({ task: _task, acceleration, ...body }, endpoint) => ({
    ...body,
    task: Object.entries(endpointOfTask).find(([, id]) => id === endpoint)?.[0],
    ...(acceleration === 'none' && { speed: 'high_quality' }),
  }),
  seconds: secondsOf,
})
