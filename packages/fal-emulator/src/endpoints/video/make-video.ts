import type { InputFile } from '../../inputs/input-file.ts'
import type { Job } from '../../jobs/job.ts'
import type { RenderContext } from '../endpoint.ts'
import { ratioOf } from '../schema/ratios.ts'
import { filmSize, timingFor } from './film-shape.ts'

/** What every film is asked for by, as far as it has a part in the sample. */
export type VideoInput = {
  prompt: string
  seed?: number
  resolution?: string
  aspect_ratio?: string
  num_frames?: number
  frames_per_second?: number
}

export type Film = {
  input: VideoInput
  /** Length in seconds. */
  seconds: number
  fps: number
  /** The files that say what it looks like; `auto` takes the shape of the first. */
  shown: readonly InputFile[]
  pictures: readonly Uint8Array[]
  exact?: boolean
}

/**
 * The provider's `VideoFile` of a film that was made and kept; `seed` is the one it follows from.
 */
export async function makeVideo(job: Job, film: Film, { clip, keep, filmSide }: RenderContext) {
  const { input, shown, pictures, exact = false } = film
  const seed = input.seed ?? job.seed
  const timing = timingFor(film)
  const [first] = shown
  const ratio = ratioOf(input.aspect_ratio) ?? (first ? first.width / first.height : 16 / 9)
  const { resolution = '720p' } = input
  const size = filmSize({ ratio, resolution, longestSide: filmSide, frames: timing.frames })
  const { prompt } = input
  const made = await clip({
    prompt,
    seed,
    model: job.endpoint,
    ...size,
    ...timing,
    pictures,
    exact,
  })
  const url = await keep('video.mp4', made.data)
  const file = {
    url,
    content_type: 'video/mp4',
    file_name: 'video.mp4',
    file_size: made.data.length,
  }
  const { width, height, fps, frames } = made
  return { seed, file, facts: { width, height, fps, duration: frames / fps, num_frames: frames } }
}
