import { audioFile } from './audio-file.ts'
import type { Endpoint } from './endpoints.ts'
import { literal, number, string } from './input-schema.ts'

/** Speech as long as the text takes to read (docs/providers/fal.md#endpoints). */
export const elevenV3: Endpoint = {
  id: 'fal-ai/elevenlabs/tts/eleven-v3',
  schema: {
    text: string({ min: 1, max: 5_000 }),
    voice: string({ initially: 'Rachel' }),
    language_code: string({ optional: true }),
    stability: number({ min: 0, max: 1, initially: 0.5 }),
    apply_text_normalization: literal(['auto', 'on', 'off'], 'auto'),
  },
  make: async (job, given, context) => {
    const { text, voice } = given as { text: string; voice: string }
    const request = { prompt: `${voice}: ${text}`, seed: job.seed, seconds: secondsToRead(text) }
    return { audio: await audioFile(job, context, request) }
  },
}

/** About 15 characters a second; Chinese ones count for three. */
function secondsToRead(text: string): number {
  const wide = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return Math.min(60, 1 + (text.length + 2 * wide) / 15)
}
