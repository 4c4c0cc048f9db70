import { encodeFilm } from './encode.ts'
import { type ClipRequest, filmFrames } from './film-frames.ts'

/**
 * A short MP4 that moves slowly: over the given pictures, from each to the next, or over a living
 * scene that follows from the prompt and the seed. Sides have to be even. The same request gives
 * the same frames.
 */
export async function makeClip(request: ClipRequest): Promise<Uint8Array> {
  return encodeFilm(request, await filmFrames(request))
}
