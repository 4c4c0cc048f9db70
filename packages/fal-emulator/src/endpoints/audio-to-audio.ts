import type { AudioRequest } from '@atelier/demo-world/media-renderer'
import { filesOf } from '../input-file.ts'
import type { Job } from '../jobs/job.ts'
import { audioFile } from './audio-file.ts'
import type { Endpoint, RenderContext } from './endpoints.ts'
import { address, boolean, integer, literal, number, string } from './input-schema.ts'

/** Audio as long as the one that it is made of. */
function remade(
  job: Job,
  context: RenderContext,
  { prompt, seed = job.seed, style }: Omit<AudioRequest, 'seed' | 'seconds'> & { seed?: number },
) {
  const seconds = filesOf(context.files, 'audio_url')[0]?.audio?.seconds ?? 1
  return audioFile(job, context, { prompt, seed, seconds, ...(style && { style }) })
}

/** Music made of a recording and a description (docs/providers/fal.md#endpoints). */
const stableAudio: Endpoint = {
  id: 'fal-ai/stable-audio-25/audio-to-audio',
  schema: {
    prompt: string(),
    audio_url: address('audio'),
    strength: number({ min: 0.01, max: 1, initially: 0.8 }),
    num_inference_steps: integer({ min: 4, max: 8, initially: 8 }),
    total_seconds: integer({ min: 1, max: 190, optional: true }),
    guidance_scale: integer({ min: 1, max: 25, initially: 1 }),
    sync_mode: boolean(false),
    seed: integer({ optional: true }),
  },
  make: async (job, given, context) => {
    const { prompt, seed = job.seed } = given as { prompt: string; seed?: number }
    return { audio: await remade(job, context, { prompt, seed, style: 'music' }), seed }
  },
}

const voiceChanger: Endpoint = {
  id: 'fal-ai/elevenlabs/voice-changer',
  schema: {
    audio_url: address('audio'),
    voice: string({ initially: 'Rachel' }),
    model_id: literal(
      ['eleven_multilingual_sts_v2', 'eleven_english_sts_v2'],
      'eleven_multilingual_sts_v2',
    ),
    remove_background_noise: boolean(false),
    seed: integer({ optional: true }),
  },
  make: async (job, given, context) => {
    const prompt = `${String(given.voice)} says it again.`
    return { audio: await remade(job, context, { prompt, style: 'speech' }), seed: job.seed }
  },
}

const audioIsolation: Endpoint = {
  id: 'fal-ai/elevenlabs/audio-isolation',
  schema: { audio_url: address('audio') },
  make: async (job, _given, context) => ({
    audio: await remade(job, context, { prompt: 'A voice alone.', style: 'speech' }),
  }),
}

export const audioToAudioEndpoints: readonly Endpoint[] = [
  stableAudio,
  voiceChanger,
  audioIsolation,
]
