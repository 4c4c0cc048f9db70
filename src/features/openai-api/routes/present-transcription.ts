import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import { type TranscriptSegment, toSrt, toVtt } from '#core/generations/rules/transcript.ts'

/** OpenAI's formats of a transcription. */
export const transcriptionFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const
type TranscriptionFormat = (typeof transcriptionFormats)[number]

/**
 * Presents a transcription as OpenAI's API does. Where the model knows no times, the whole text has
 * those of the file.
 */
export function presentTranscription(
  { row, inputs }: GenerationWithMedia,
  format: TranscriptionFormat,
): { type: string; text: string } {
  const text = row.answer ?? ''
  const heard = row.transcript?.segments ?? []
  const ms = inputs[0]?.duration_ms ?? heard.at(-1)?.end_ms ?? 0
  const segments = heard.length > 0 ? heard : [{ start_ms: 0, end_ms: Math.max(1, ms), text }]
  switch (format) {
    case 'text':
      return { type: plain, text: `${text}\n` }
    case 'srt':
      return { type: plain, text: toSrt(segments) }
    case 'vtt':
      return { type: 'text/vtt; charset=utf-8', text: toVtt(segments) }
    case 'json':
      return { type: json, text: JSON.stringify({ text }) }
    case 'verbose_json': {
      const language = row.transcript?.language ?? 'unknown'
      const head = { task: 'transcribe', language, duration: ms / 1_000, text }
      return {
        type: json,
        text: JSON.stringify({ ...head, segments: segments.map(presentSegment) }),
      }
    }
  }
}

const plain = 'text/plain; charset=utf-8'
const json = 'application/json'

/** What only OpenAI's own model knows of a segment has a value that clients accept. */
function presentSegment({ start_ms, end_ms, text }: TranscriptSegment, id: number) {
  return {
    id,
    seek: 0,
    start: start_ms / 1_000,
    end: end_ms / 1_000,
    text,
    tokens: [],
    temperature: 0,
    avg_logprob: 0,
    compression_ratio: 1,
    no_speech_prob: 0,
  }
}
