/** A part of a transcript: what is said between two moments of the file, in ms from its begin. */
export type TranscriptSegment = { start_ms: number; end_ms: number; text: string }

/** What is said in a file and when. `language`: as the provider names it; `null`: it did not. */
export type Transcript = { language: string | null; segments: TranscriptSegment[] }

/** A part as a provider sends it: times in seconds, and some may be missing. */
export type HeardPart = { start: number | null; end: number | null; text: string }

/** The most parts of a stored transcript, and their characters in total. */
export const maxSegments = 10_000
export const maxTranscriptText = 100_000

/** How long a part of unknown end is shown, in ms: as long as it takes to read. */
function readingTime(text: string): number {
  return Math.max(1_000, [...text].length * 60)
}

/** Whether a time can be that of a file: at most 100 hours, in seconds. */
function isTime(seconds: number | null): seconds is number {
  return seconds !== null && Number.isFinite(seconds) && seconds >= 0 && seconds <= 360_000
}

/**
 * Returns the segments of a transcript, in the order of their begins: without empty ones, each with a
 * begin and a later end. A missing begin is the end before it; a missing or impossible end is the next
 * begin, or the time that it takes to read. Overlaps stay.
 */
export function segmentsOf(parts: readonly HeardPart[]): TranscriptSegment[] {
  const heard = parts
    .map(({ text, ...times }) => ({ text: text.toWellFormed().trim(), ...times }))
    .filter(({ text }) => text !== '')
    .slice(0, maxSegments)
  let before = 0
  const begun = heard.map(({ start, end, text }) => {
    const from = isTime(start) ? start : before
    before = isTime(end) && end > from ? end : from
    return { from, end, text }
  })
  begun.sort((a, b) => a.from - b.from)
  let left = maxTranscriptText
  return begun.flatMap(({ from, end, text }, index) => {
    left -= text.length
    if (left < 0) return []
    const start_ms = Math.round(from * 1_000)
    const next = begun[index + 1]?.from ?? from
    const until = isTime(end) && end > from ? end : next
    const end_ms = until > from ? Math.round(until * 1_000) : start_ms + readingTime(text)
    return [{ start_ms, end_ms: Math.max(end_ms, start_ms + 1), text }]
  })
}

/** The formats of a transcript as a file; the first has no times. */
export const transcriptFormats = ['txt', 'srt', 'vtt'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

/** Returns the segments as SubRip subtitles: numbered from 1, times with a comma. */
export function toSrt(segments: readonly TranscriptSegment[]): string {
  return segments
    .map(({ start_ms, end_ms, text }, index) => {
      const times = `${timeOf(start_ms, ',')} --> ${timeOf(end_ms, ',')}`
      return `${index + 1}\n${times}\n${linesOf(text).replaceAll('-->', '->')}\n\n`
    })
    .join('')
}

/** Returns the segments as WebVTT: without numbers, and with the characters of its markup escaped. */
export function toVtt(segments: readonly TranscriptSegment[]): string {
  const cues = segments.map(({ start_ms, end_ms, text }) => {
    const times = `${timeOf(start_ms, '.')} --> ${timeOf(end_ms, '.')}`
    return `${times}\n${escaped(linesOf(text))}\n\n`
  })
  return `WEBVTT\n\n${cues.join('')}`
}

/** `HH:MM:SS,mmm`; the hours have more digits where there are a hundred of them. */
function timeOf(ms: number, mark: ',' | '.'): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = Math.floor(ms / 1_000)
  const clock = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${clock}${mark}${String(ms % 1_000).padStart(3, '0')}`
}

/** An empty line would end the subtitle. */
function linesOf(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
