import { filesOf } from '../../inputs/input-file.ts'
import type { Endpoint } from '../endpoint.ts'
import { address, boolean, number, string } from '../schema/input-field.ts'

const share = number({ min: 0, max: 1, optional: true })

/** A text about a picture (docs/providers/fal.md#endpoints). */
export const moondream: Endpoint = {
  id: 'fal-ai/moondream3-preview/query',
  schema: {
    image_url: address('picture'),
    prompt: string({ min: 1 }),
    reasoning: boolean(true),
    temperature: share,
    top_p: share,
  },
  make: async (job, { prompt }, { files, answer }) => {
    const began = performance.now()
    const picture = filesOf(files, 'image_url')[0]?.data ?? new Uint8Array()
    const output = job.faults.includes('empty')
      ? ''
      : await answer({ picture, question: String(prompt) })
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
