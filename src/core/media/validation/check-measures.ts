import { Refused } from '#core/refused.ts'
import { maxVideoPixels, maxVideoSeconds } from '../upload-rules.ts'

/**
 * Returns the measures of a video or an animation. Throws `Refused` when they exceed the limits.
 */
export function checkMeasures<
  Measures extends { width: number; height: number; duration_ms: number | null },
>(video: Measures) {
  if (video.width * video.height > maxVideoPixels)
    throw new Refused({ reason: 'too_many_pixels', max: maxVideoPixels })
  if ((video.duration_ms ?? 0) > maxVideoSeconds * 1_000) {
    throw new Refused({ reason: 'video_too_long', max: maxVideoSeconds })
  }
  return video
}
