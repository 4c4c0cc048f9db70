/**
 * The file is not what it must be: another medium, cut off, or valid only at its beginning.
 */
export class InvalidMedia extends Error {
  override name = 'InvalidMedia'
}

/** A file that must be a video has no video track, although its container could. */
export class NoVideoTrack extends InvalidMedia {
  override name = 'NoVideoTrack'
}

/** A file that must be audio has a video track. */
export class VideoTrackFound extends InvalidMedia {
  override name = 'VideoTrackFound'
}
