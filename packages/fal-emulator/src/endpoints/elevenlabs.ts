import { audioFile } from './audio-file.ts'
import type { Endpoint } from './endpoints.ts'
import { boolean, integer, literal, number, string } from './input-schema.ts'

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
    const prompt = `${voice}: ${text}`
    const seconds = secondsToRead(text)
    const request = { prompt, seed: job.seed, seconds, style: 'speech' } as const
    return { audio: await audioFile(job, context, request) }
  },
}

/** About 15 characters a second; Chinese ones count for three. */
function secondsToRead(text: string): number {
  const wide = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return Math.min(60, 1 + (text.length + 2 * wide) / 15)
}

const formats = [
  ...['mp3_22050_32', 'mp3_44100_32', 'mp3_44100_64', 'mp3_44100_96', 'mp3_44100_128'],
  ...['mp3_44100_192', 'pcm_8000', 'pcm_16000', 'pcm_22050', 'pcm_24000', 'pcm_44100', 'pcm_48000'],
  ...['ulaw_8000', 'alaw_8000', 'opus_48000_32', 'opus_48000_64', 'opus_48000_96'],
  ...['opus_48000_128', 'opus_48000_192'],
]

/** Music of the requested length, or 30 seconds (docs/providers/fal.md#endpoints). */
export const elevenMusic: Endpoint = {
  id: 'fal-ai/elevenlabs/music',
  schema: {
    prompt: string({ optional: true }),
    music_length_ms: integer({ min: 3_000, max: 600_000, optional: true }),
    force_instrumental: boolean(false),
    respect_sections_durations: boolean(true),
    output_format: literal(formats, 'mp3_44100_128'),
  },
  make: async (job, given, context) => {
    const { prompt = '', music_length_ms: length } = given as MusicInput
    const seconds = (length ?? 30_000) / 1000
    const request = { prompt, seed: job.seed, seconds, style: 'music' } as const
    return { audio: await audioFile(job, context, request) }
  },
}

type MusicInput = { prompt?: string; music_length_ms?: number | null }
