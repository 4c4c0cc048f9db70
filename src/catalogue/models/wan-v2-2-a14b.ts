import { choice, type Field, onlyWhile, seed } from '../fields.ts'
import { file } from '../file-field.ts'
import { defineModel } from '../model.ts'
import {
  byResolution,
  frames22,
  guidance,
  interpolation,
  negativePrompt,
  prompt,
  rate22,
  ratioBesideImage,
  resolution,
  safetyAndExpansion,
  secondsOf,
  sendFrames,
  sendInterpolation,
  sendRatio,
  sendSpeed,
  sendVideo,
  shift,
  speed,
  steps,
  surcharges,
} from '../video-models.ts'

const fromText = 'fal-ai/wan/v2.2-a14b/text-to-video'
const fromImage = 'fal-ai/wan/v2.2-a14b/image-to-video'

/** The turbo endpoints accept none of these (docs/providers/fal.md#endpoints). */
function whileRegular<Value>(field: Field<Value>, otherwise: NoInfer<Value>): Field<Value> {
  return onlyWhile({ field: 'acceleration', among: ['regular'] }, field, otherwise)
}

export const wanA14b = defineModel({
  id: 'wan-v2-2-a14b',
  name: 'Wan 2.2 A14B',
  kind: 'video',
  generationType: 'wan-v2-2-a14b',
  strength: { en: 'Large: more detail, steadier motion', zh: '大模型，细节更丰富、运动更稳' },

  fields: {
    prompt,
    image_url: file('image'),
    aspect_ratio: ratioBesideImage(),
    resolution: resolution(['480p', '580p', '720p']),
    acceleration: choice(['regular', 'turbo'], 'regular', { also: { fast: 'regular' } }),
    speed: whileRegular(speed(), 'pro'),
    negative_prompt: whileRegular(negativePrompt(), ''),
    num_frames: whileRegular(frames22(), 81),
    frames_per_second: whileRegular(rate22(), 16),
    num_inference_steps: whileRegular(steps(40, 30), 30),
    guidance_scale: whileRegular(guidance(), 3.5),
    guidance_scale_2: whileRegular(guidance(), 3.5),
    shift: whileRegular(shift(), 5),
    ...interpolation,
    interpolator_model: whileRegular(interpolation.interpolator_model, 'none'),
    seed: seed(),
    ...safetyAndExpansion,
  },

  price: {
    ...byResolution({ '480p': 480, '580p': 540, '720p': 600 }),
    surcharges: (input) => surcharges(input, 30),
  },

  endpoints: [fromText, fromImage, `${fromText}/turbo`, `${fromImage}/turbo`],
  route: ({ image_url, acceleration }) =>
    (image_url ? fromImage : fromText) + (acceleration === 'turbo' ? '/turbo' : ''),
  result: 'video',
  toProvider: (input) => ({
    ...sendVideo(input),
    ...(input.image_url && { image_url: input.image_url }),
    aspect_ratio: sendRatio(input),
    ...(input.acceleration === 'regular' && {
      ...sendFrames(input),
      guidance_scale: input.guidance_scale,
      guidance_scale_2: input.guidance_scale_2,
      shift: input.shift,
      acceleration: sendSpeed(input.speed),
      ...sendInterpolation(input),
    }),
  }),
  fromProvider: ({ acceleration, ...body }, endpoint) => ({
    ...body,
    ...(acceleration === 'none' && { speed: 'high_quality' }),
    ...(endpoint.endsWith('/turbo') && { acceleration: 'turbo' }),
  }),
  seconds: secondsOf,
})
