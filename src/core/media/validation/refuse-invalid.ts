import { InvalidMedia, NoVideoTrack, VideoTrackFound } from '#core/parsers/invalid-media.ts'
import { Refused } from '#core/refused.ts'

/** Throws the refusal of an uploaded file whose parser threw `error`, or `error` where it is ours. */
export function refuseInvalid(error: unknown): never {
  if (error instanceof NoVideoTrack) throw new Refused({ reason: 'no_video_track' })
  if (error instanceof VideoTrackFound)
    throw new Refused({ reason: 'unsupported_file', accept: 'audio' })
  throw error instanceof InvalidMedia ? new Refused({ reason: 'broken_file' }) : error
}
