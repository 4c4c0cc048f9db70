import type { GenerationView } from '#contract/generation.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { secondsOf } from '#web/shared/media.ts'
import { clockText } from '#web/ui/media/player-texts.ts'
import { sizeText } from './size-text.ts'
import { tookText } from './took-text.ts'

/** What a picture is and cost: model, size, credits. */
export function pictureFacts(generation: GenerationView): string[] {
  return [generation.model_name, ...pixelsOf(generation), creditsOf(generation)]
}

/**
 * What an edit is and cost: model, credits, when it was done and how long it took
 * (docs/spec/history.md#record).
 */
export function editFacts(generation: GenerationView): string[] {
  return [generation.model_name, creditsOf(generation), ...endOf(generation)]
}

/**
 * What a film is and cost: model, size, length, frames a second, credits
 * (docs/spec/history.md#record).
 */
export function filmFacts(generation: GenerationView): string[] {
  const [film] = generation.images
  const seconds = (film && secondsOf(film)) ?? generation.seconds
  const fps = film?.fps ?? generation.input.frames_per_second
  return [
    generation.model_name,
    ...pixelsOf(generation),
    ...(seconds === null || seconds === undefined ? [] : [clockText(seconds)]),
    ...(typeof fps === 'number' ? [m.records_fps({ fps: formatNumber(Math.round(fps)) })] : []),
    creditsOf(generation),
  ]
}

/**
 * What a sound is and cost: length as m:ss, size, credits, what it was made from
 * (docs/spec/history.md#record).
 */
export function soundFacts(generation: GenerationView): string[] {
  const [sound] = generation.images
  const seconds = sound && secondsOf(sound)
  const [source] = generation.inputs
  return [
    ...(seconds === undefined ? [] : [clockText(seconds)]),
    ...(sound ? [sizeText(sound.bytes, currentLocale())] : []),
    creditsOf(generation),
    ...(source
      ? [source.content_type === 'image/gif' ? m.records_from_gif() : m.records_from_video()]
      : []),
  ]
}

/** What a question cost. */
export function answerFacts(generation: GenerationView): string[] {
  return [generation.model_name, creditsOf(generation)]
}

function creditsOf({ credits_charged, credits_refunded }: GenerationView): string {
  return m.history_credits({ credits: formatNumber(credits_charged - credits_refunded) })
}

function pixelsOf({ images: [first], width, height }: GenerationView): string[] {
  const [wide, high] = [first?.width ?? width, first?.height ?? height]
  return wide && high ? [`${wide} × ${high}`] : []
}

function endOf({ status, created_at, completed_at }: GenerationView): string[] {
  if (completed_at === null) return []
  return [
    ...(status === 'failed' ? [] : [m.records_completed_at({ time: formatTime(completed_at) })]),
    m.records_took({ time: tookText(Date.parse(completed_at) - Date.parse(created_at)) }),
  ]
}
