import { filesOf } from '../input-file.ts'
import { audioFile } from './audio-file.ts'
import type { Endpoint } from './endpoints.ts'
import { address, boolean, integer, number, string } from './input-schema.ts'

type AudioInput = { prompt: string; seed?: number }

/** An audio track as long as the video (docs/providers/fal.md#endpoints). */
export const thinksound: Endpoint = {
  id: 'fal-ai/thinksound/audio',
  schema: {
    video_url: address('video'),
    prompt: string({ initially: '' }),
    num_inference_steps: integer({ min: 2, max: 100, initially: 24 }),
    cfg_scale: number({ min: 1, max: 20, initially: 5 }),
    seed: integer({ optional: true }),
  },
  make: async (job, given, context) => {
    const { prompt, seed = job.seed } = given as AudioInput
    const seconds = filesOf(context.files, 'video_url')[0]?.video?.seconds ?? 1
    return { audio: await audioFile(job, context, { prompt, seed, seconds }), prompt }
  },
}

const share = number({ min: 0, max: 1, optional: true })

/** A text about an image (docs/providers/fal.md#endpoints). */
export const moondream: Endpoint = {
  id: 'fal-ai/moondream3-preview/query',
  schema: {
    image_url: address('image'),
    prompt: string({ min: 1 }),
    reasoning: boolean(true),
    temperature: share,
    top_p: share,
  },
  make: async (job, { prompt }, { files, answer }) => {
    const began = performance.now()
    const image = filesOf(files, 'image_url')[0]?.data ?? new Uint8Array()
    const output = job.faults.includes('empty')
      ? ''
      : await answer({ image, question: String(prompt) })
    const usage_info = {
      input_tokens: 740 + Math.ceil(String(prompt).length / 4),
      output_tokens: Math.ceil(output.length / 4),
      prefill_time_ms: 0,
      decode_time_ms: performance.now() - began,
      ttft_ms: 0,
    }
    return { output, finish_reason: 'stop', usage_info }
  },
}
