import { decimal, text, wholeNumber, withTexts } from '../fields.ts'
import { file } from '../file-field.ts'
import { defineModel } from '../model.ts'
import { perJob } from '../price.ts'

const [usualSteps, usualGuidance] = [24, 5]

export const thinksound = defineModel({
  id: 'thinksound',
  name: 'ThinkSound',
  kind: 'audio',
  generationType: 'video-to-audio',
  strength: { en: 'Sound that follows the video', zh: '生成与画面同步的声音' },

  fields: {
    video_url: file('video-or-gif', { required: true }),
    prompt: text({ lines: 3 }),
    // The documents say from 1; the provider accepts no fewer than 2.
    num_inference_steps: wholeNumber({ min: 2, max: 50, initially: usualSteps }),
    cfg_scale: withTexts(
      {
        label: { en: 'CFG scale', zh: 'CFG 强度' },
        hint: { en: 'How closely the sound keeps to the words.', zh: '声音贴近描述的程度。' },
      },
      decimal({ min: 1, max: 20, initially: usualGuidance, step: 0.5 }),
    ),
  },

  price: perJob(50),

  endpoints: ['fal-ai/thinksound/audio'],
  result: 'audio',
  // Values equal to the provider's own default are not sent (docs/spec/creation.md#models).
  toProvider: ({ video_url, prompt, num_inference_steps, cfg_scale }) => ({
    video_url,
    ...(prompt && { prompt }),
    ...(num_inference_steps !== usualSteps && { num_inference_steps }),
    ...(cfg_scale !== usualGuidance && { cfg_scale }),
  }),
})
