import sharp from 'sharp'
import { developmentMarker } from './answer-question.ts'
import { renderAudio } from './audio.ts'
import type { ImageFormat, Size } from './images/render-image.ts'
import type { MediaRenderer, RenderedVideo } from './media-renderer.ts'

const tinyVideo = {
  prompt: '',
  seed: 1,
  model: '',
  width: 32,
  height: 32,
  fps: 8,
  frames: 4,
  images: [],
}

/**
 * Flat images, made once for each size and format, and one tiny video, audio and text for all: for
 * runs that measure something else. `renderVideo` is called once, and only when a video is needed.
 */
export function plainRenderer(makeVideo: MediaRenderer['video']): MediaRenderer {
  const images = new Map<string, Promise<Uint8Array>>()
  let video: Promise<RenderedVideo> | undefined
  let audio: Uint8Array | undefined

  const image = ({ width, height, format = 'jpeg' }: Size & { format?: ImageFormat }) => {
    const name = `${width}x${height}.${format}`
    const made = images.get(name) ?? flatImage(width, height, format)
    images.set(name, made)
    return made
  }
  return {
    image,
    edit: async ({ shape, format = 'jpeg' }) => {
      const size = typeof shape === 'object' ? shape : { width: 512, height: 512 }
      return { ...size, data: await image({ ...size, format }) }
    },
    video: () => {
      video ??= makeVideo(tinyVideo)
      return video
    },
    audio: async () => {
      audio ??= renderAudio({ prompt: '', seed: 1, seconds: 0.1 })
      return audio
    },
    answer: async () => `${developmentMarker} A picture.`,
  }
}

async function flatImage(width: number, height: number, format: ImageFormat): Promise<Uint8Array> {
  const plain = sharp({ create: { width, height, channels: 3, background: '#5b7f95' } })
  if (format === 'png') return plain.png({ palette: true, compressionLevel: 9 }).toBuffer()
  return plain.toFormat(format, { quality: 40 }).toBuffer()
}
