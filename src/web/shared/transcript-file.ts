import type { GenerationView } from '#core/generations/generation-contract.ts'
import {
  type TranscriptFormat,
  toSrt,
  toVtt,
  transcriptFormats,
} from '#core/generations/rules/transcript.ts'
import { answerText } from './answer-text.ts'

type Transcribed = Pick<GenerationView, 'answer' | 'transcript' | 'created_at'>

/** The formats that a transcript can be downloaded in: without times, as a text alone. */
export function formatsOf({ transcript }: Pick<Transcribed, 'transcript'>) {
  return transcript === null ? (['txt'] as const) : transcriptFormats
}

/** A transcript as a file, named with the day it was made on in the reader's time zone. */
export function transcriptFile(
  { answer, transcript, created_at }: Transcribed,
  format: TranscriptFormat,
): { name: string; text: string } {
  const date = new Date(created_at)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  const segments = transcript?.segments ?? []
  const texts = {
    txt: () => `${answerText(answer ?? '').text}\n`,
    srt: () => toSrt(segments),
    vtt: () => toVtt(segments),
  }
  return { name: `transcript-${day.join('-')}.${format}`, text: texts[format]() }
}
