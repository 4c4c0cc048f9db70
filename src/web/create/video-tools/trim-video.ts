import {
  BlobSource,
  BufferTarget,
  Conversion,
  type ConversionCopyOptions,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import type { TimeRange } from './time-range.ts'

type Options = {
  /** 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** How far, in seconds, a cut may be from where it was asked for: about two frames. */
const tolerance = 0.08

/**
 * The part of a video as a file of its own: WebM of WebM, otherwise MP4. Encoded frames are copied
 * where the cut is at a key frame, else encoded again; in a browser that cannot, the part begins at
 * the key frame before. Rejects where the browser cannot read the video, and when it is aborted.
 */
export async function trimVideo(
  video: Blob,
  { start, end }: TimeRange,
  name: string,
  { onProgress, signal }: Options,
): Promise<File> {
  const convert = async (copy: ConversionCopyOptions) => {
    const input = new Input({ source: new BlobSource(video), formats: [MP4, QTFF, WEBM] })
    const isWebm = (await input.getFormat()) === WEBM
    const target = new BufferTarget()
    const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat()
    const output = new Output({ format, target })
    const options = { input, output, trim: { start, end }, copy, showWarnings: false }
    const conversion = await Conversion.init(options)
    const isComplete = conversion.discardedTracks.every(({ track }) => !track.isVideoTrack())
    return { conversion, target, type: isWebm ? 'video/webm' : 'video/mp4', isComplete }
  }
  const exact = await convert({ boundaryTolerance: tolerance })
  const chosen = exact.isComplete ? exact : await convert({ mode: 'forced' })
  const { conversion, target, type } = chosen
  signal.throwIfAborted()
  const cancel = () => void conversion.cancel()
  signal.addEventListener('abort', cancel)
  conversion.onProgress = onProgress
  try {
    await conversion.execute()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  if (!target.buffer) throw new Error('The video could not be written')
  const ending = type === 'video/webm' ? 'webm' : 'mp4'
  return new File([target.buffer], `${name.replace(/\.[^.]*$/, '')}-trimmed.${ending}`, { type })
}
