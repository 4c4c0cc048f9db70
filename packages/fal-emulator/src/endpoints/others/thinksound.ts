import { filesOf } from '../../inputs/input-file.ts'
import type { Endpoint } from '../endpoint.ts'
import { address, integer, number, string } from '../schema/input-field.ts'

type SoundInput = { prompt: string; seed?: number }

/** A sound as long as the film (docs/providers/fal.md#endpoints). */
export const thinkSound: Endpoint = {
  id: 'fal-ai/thinksound/audio',
  schema: {
    video_url: address('film'),
    prompt: string({ initially: '' }),
    num_inference_steps: integer({ min: 2, max: 100, initially: 24 }),
    cfg_scale: number({ min: 1, max: 20, initially: 5 }),
    seed: integer({ optional: true }),
  },
  make: async (job, given, { files, sound, keep }) => {
    const { prompt, seed = job.seed } = given as SoundInput
    const seconds = filesOf(files, 'video_url')[0]?.film?.seconds ?? 1
    const data = await sound({ prompt, seed, seconds })
    const url = await keep('audio.wav', data)
    const file = { url, content_type: 'audio/wav', file_name: 'audio.wav', file_size: data.length }
    return { audio: job.faults.includes('empty') ? null : file, prompt }
  },
}
