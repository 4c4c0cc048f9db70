import { readFile, writeFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import libheif from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'
import { maxPicturePixels } from '#domain/upload-rules.ts'
import { boundMemory } from './bound-memory.ts'
import { withColours } from './png-colours.ts'

const { from, to, colours } = workerData as { from: string; to: string; colours: Uint8Array | null }

/**
 * A picture of the largest size takes half of it; one that claims to be small and is not gets no
 * more. In bytes.
 */
const maxMemory = 1024 ** 3

boundMemory(maxMemory)
await libheif.ready
const picture = new libheif.HeifDecoder()
  .decode(await readFile(from))
  .find((image) => image.is_primary())
if (!picture) throw new Error('There is no picture')
const [width, height] = [picture.get_width(), picture.get_height()]
if (width * height > maxPicturePixels)
  throw new Error(`The picture has ${width} × ${height} points`)

const points = { data: new Uint8ClampedArray(width * height * 4), width, height }
await new Promise<void>((resolve, reject) => {
  picture.display(points, (done) =>
    done ? resolve() : reject(new Error('The picture cannot be decoded')),
  )
})
const png = await sharp(points.data, { raw: { width, height, channels: 4 } })
  .png({ compressionLevel: 1 })
  .toBuffer()
await writeFile(to, colours ? withColours(png, colours) : [png])
