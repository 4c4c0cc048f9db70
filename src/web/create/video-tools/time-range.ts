/** A part of a video, in seconds from its beginning. */
export type TimeRange = { start: number; end: number }

/** The shortest part that can be kept, in seconds. */
export const minLength = 0.5

/** The range with another beginning; the end gives way where they would meet. */
export function withRangeStart({ end }: TimeRange, start: number, duration: number): TimeRange {
  const from = clamp(start, 0, duration - minLength)
  return { start: from, end: Math.max(end, from + minLength) }
}

/** The range with another end; the beginning gives way where they would meet. */
export function withRangeEnd({ start }: TimeRange, end: number, duration: number): TimeRange {
  const to = clamp(end, minLength, duration)
  return { start: Math.min(start, to - minLength), end: to }
}

/** Whether a range is the whole video, as far as the sliders can tell. */
export function isWhole({ start, end }: TimeRange, duration: number): boolean {
  return start < 0.05 && end > duration - 0.05
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(Math.min(min, max), Math.min(value, max))
}
