import { readFile, writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import libheif from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'
import { maxImagePixels } from '../upload-rules.ts'

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
 * Limits the WebAssembly memory of this process to `bytes`; other limits apply to JavaScript memory
 * only.
 */
export function limitMemory(bytes: number): void {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function (this: Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageSize > bytes)
      throw new RangeError('It takes too much memory')
    return grow.call(this, pages)
  }
}

/** `colours`: an ICC profile; `null`: sRGB. */
export type HeicToDecode = { from: string; to: string; colours: Uint8Array | null }

/**
 * An image of the largest size needs half of it; one with a wrong stated size gets no more. In
 * bytes.
 */
const maxMemory = 1024 ** 3

limitMemory(maxMemory)

/**
 * Decodes an HEIC image, upright, to a PNG at `to`. The decoder is WebAssembly and keeps its
 * memory: it runs in a parser that ends afterwards (core/parsers). Throws when it cannot.
 */
export async function decodeHeic({ from, to, colours }: HeicToDecode): Promise<void> {
  await libheif.ready
  const image = new libheif.HeifDecoder()
    .decode(await readFile(from))
    .find((image) => image.is_primary())
  if (!image) throw new Error('The file has no image')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxImagePixels) throw new Error(`The image has ${width} × ${height} pixels`)

  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height }
  await new Promise<void>((resolve, reject) => {
    image.display(pixels, (done) =>
      done ? resolve() : reject(new Error('The image cannot be decoded')),
    )
  })
  const png = await sharp(pixels.data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  await writeFile(to, colours ? withColours(png, colours) : [png])
}
