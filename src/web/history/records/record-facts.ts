import type { GenerationView, InputView } from '#core/generations/generation-contract.ts'
import { formatElapsed, formatNumber, formatTime } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { secondsOf } from '#web/shared/media.ts'
import { clockText } from '#web/ui/media/player-texts.ts'

/** The facts of images: model, size, credits. */
export function imageFacts(generation: GenerationView): string[] {
  return [generation.model_name, ...pixelsOf(generation), creditsOf(generation)]
}

/** The facts of an edit: model, credits, time and duration (docs/spec/history.md#record). */
export function editFacts(generation: GenerationView): string[] {
  return [generation.model_name, creditsOf(generation), ...endOf(generation)]
}

/**
 * The facts of a video: model, size, length, frames a second, credits
 * (docs/spec/history.md#record).
 */
export function videoFacts(generation: GenerationView): string[] {
  const [video] = generation.images
  const seconds = (video && secondsOf(video)) ?? generation.seconds
  const fps = video?.fps ?? generation.input.frames_per_second
  return [
    generation.model_name,
    ...pixelsOf(generation),
    ...(seconds === null || seconds === undefined ? [] : [clockText(seconds)]),
    ...(typeof fps === 'number' ? [m.records_fps({ fps: formatNumber(Math.round(fps)) })] : []),
    creditsOf(generation),
  ]
}

/** The facts of audio: length as m:ss, size, credits, its input (docs/spec/history.md#record). */
export function audioFacts(generation: GenerationView): string[] {
  const [audio] = generation.images
  const seconds = audio && secondsOf(audio)
  const [source] = generation.inputs
  return [
    ...(seconds === undefined ? [] : [clockText(seconds)]),
    ...(audio ? [sizeText(audio.bytes, currentLocale())] : []),
    creditsOf(generation),
    ...(source ? [sourceText(source)] : []),
  ]
}

function sourceText({ content_type: type }: InputView): string {
  if (type.startsWith('audio/')) return m.records_from_audio()
  return type === 'image/gif' ? m.records_from_gif() : m.records_from_video()
}

/** The facts of a 3D object: model, size of its file, credits. */
export function meshFacts(generation: GenerationView): string[] {
  const [mesh] = generation.images
  return [
    generation.model_name,
    ...(mesh ? [sizeText(mesh.bytes, currentLocale())] : []),
    creditsOf(generation),
  ]
}

/** The cost of a question. */
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

/** The size of a file for display: 812 kB, 4.2 MB. A kilobyte has 1000 bytes. */
export function sizeText(bytes: number, locale: string): string {
  const isLarge = bytes >= 999_500
  const value = isLarge ? bytes / 1e6 : bytes / 1e3
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(value)
}

/** A duration at a useful precision: 840 ms, 4.2 s, 38 s, 3 min 05 s. */
export function tookText(milliseconds: number): string {
  if (milliseconds < 1000)
    return m.records_milliseconds({ value: Math.max(0, Math.floor(milliseconds)) })
  if (milliseconds >= 10_000) return formatElapsed(milliseconds)
  return m.records_seconds({ value: (Math.floor(milliseconds / 100) / 10).toFixed(1) })
}

/**
 * A prompt cut after `longest` characters with an ellipsis: 60 in grids, 100 in lists, 150 for
 * audio (docs/spec/creation.md#models).
 */
export function snippet(prompt: string, longest = 60): string {
  const characters = [...prompt]
  return characters.length <= longest
    ? prompt
    : `${characters.slice(0, longest).join('').trimEnd()}…`
}
