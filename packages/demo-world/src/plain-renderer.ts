import sharp from 'sharp'
import { developmentMarker } from './answer-question.ts'
import { makeSound } from './audio.ts'
import type { PictureFormat, Size } from './images/render-image.ts'
import type { Clip, Studio } from './media-renderer.ts'

const tinyClip = {
  prompt: '',
  seed: 1,
  model: '',
  width: 32,
  height: 32,
  fps: 8,
  frames: 4,
  pictures: [],
}

/**
 * Flat pictures, made once for each size and format, and one tiny film, sound and text for all: for
 * runs in which the computing time belongs to others. `makeClip` is asked once, and only when a
 * film is.
 */
export function plainStudio(makeClip: Studio['clip']): Studio {
  const pictures = new Map<string, Promise<Uint8Array>>()
  let clip: Promise<Clip> | undefined
  let sound: Uint8Array | undefined

  const picture = ({ width, height, format = 'jpeg' }: Size & { format?: PictureFormat }) => {
    const name = `${width}x${height}.${format}`
    const made = pictures.get(name) ?? flat(width, height, format)
    pictures.set(name, made)
    return made
  }
  return {
    picture,
    edit: async ({ shape, format = 'jpeg' }) => {
      const size = typeof shape === 'object' ? shape : { width: 512, height: 512 }
      return { ...size, data: await picture({ ...size, format }) }
    },
    clip: () => {
      clip ??= makeClip(tinyClip)
      return clip
    },
    sound: async () => {
      sound ??= makeSound({ prompt: '', seed: 1, seconds: 0.1 })
      return sound
    },
    answer: async () => `${developmentMarker} A picture.`,
  }
}

async function flat(width: number, height: number, format: PictureFormat): Promise<Uint8Array> {
  const plain = sharp({ create: { width, height, channels: 3, background: '#5b7f95' } })
  if (format === 'png') return plain.png({ palette: true, compressionLevel: 9 }).toBuffer()
  return plain.toFormat(format, { quality: 40 }).toBuffer()
}
