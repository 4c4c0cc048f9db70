import { readFile, writeFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import { crc32, deflateSync } from 'node:zlib'
import libheif from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'
import { maxImagePixels } from '#domain/upload-rules.ts'

/** The length of a PNG's signature and IHDR chunk, in bytes. */
const headLength = 33

/**
 * Returns a PNG, in parts, whose pixels are labelled with this ICC profile. sharp would convert
 * them, assuming sRGB.
 */
export function withColours(png: Uint8Array, profile: Uint8Array): Uint8Array[] {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return [png.subarray(0, headLength), length, body, check, png.subarray(headLength)]
}

type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number }

declare const WebAssembly: { Memory: { prototype: Memory } }

const pageSize = 65_536

/**
 * Limits the WebAssembly memory of this thread to `bytes`; the limits of a thread apply to
 * JavaScript memory only.
 */
export function limitMemory(bytes: number): void {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function (this: Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageSize > bytes)
      throw new RangeError('It takes too much memory')
    return grow.call(this, pages)
  }
}

const { from, to, colours } = workerData as { from: string; to: string; colours: Uint8Array | null }

/**
 * An image of the largest size needs half of it; one with a wrong stated size gets no more. In
 * bytes.
 */
const maxMemory = 1024 ** 3

limitMemory(maxMemory)
await libheif.ready
const image = new libheif.HeifDecoder()
  .decode(await readFile(from))
  .find((image) => image.is_primary())
if (!image) throw new Error('The file has no image')
const [width, height] = [image.get_width(), image.get_height()]
if (width * height > maxImagePixels) throw new Error(`The image has ${width} × ${height} pixels`)

const points = { data: new Uint8ClampedArray(width * height * 4), width, height }
await new Promise<void>((resolve, reject) => {
  image.display(points, (done) =>
    done ? resolve() : reject(new Error('The image cannot be decoded')),
  )
})
const png = await sharp(points.data, { raw: { width, height, channels: 4 } })
  .png({ compressionLevel: 1 })
  .toBuffer()
await writeFile(to, colours ? withColours(png, colours) : [png])
