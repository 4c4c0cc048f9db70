import sharp from 'sharp'

/** The longest side at which the background is found, in pixels. */
const workingSide = 256

/** How far a colour may be from the pixel beside it, and from the border that it was reached from. */
const nearStep = 14
const nearBorder = 72

/** Of the area: outside these shares nothing was found that stands before a background. */
const leastBackground = 0.05
const mostBackground = 0.95

/**
 * The image without what has the colours of its border, in the same size: a stand-in for a model that
 * finds the subject. Where the border tells nothing, an ellipse in the middle stays.
 */
export async function cutOut(
  file: Uint8Array,
  format: 'png' | 'webp',
): Promise<{ data: Buffer; width: number; height: number }> {
  const upright = await readUpright(file)
  const { data, width, height } = upright
  const alpha = await alphaOf(upright, foregroundOf)
  for (const [at, opacity] of alpha.entries())
    data[at * 4 + 3] = Math.round((Number(data[at * 4 + 3]) * opacity) / 255)
  const cut = sharp(data, { raw: { width, height, channels: 4 } })
  return { data: await cut.toFormat(format).toBuffer(), width, height }
}

/**
 * A mask of the image in the same size, as a PNG: white where the colours of its border do not reach,
 * black elsewhere. A stand-in for a model that finds what words name: of one colour nothing is found.
 */
export async function maskOfForeground(
  file: Uint8Array,
): Promise<{ data: Buffer; width: number; height: number }> {
  const upright = await readUpright(file)
  const alpha = await alphaOf(upright, (small, size) => reachedByBorder(small, size).mask)
  const { width, height } = upright
  const grey = sharp(alpha, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
  return { data: await grey.png().toBuffer(), width, height }
}

type Upright = Size & { data: Buffer }

async function readUpright(file: Uint8Array): Promise<Upright> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The opacity of each pixel, 0 to 255, from a mask that is found in a smaller image. */
async function alphaOf(
  { data, width, height }: Upright,
  find: (small: Uint8Array, size: Size) => Uint8Array,
): Promise<Buffer> {
  const small = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .resize(workingSide, workingSide, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: small.info.width, height: small.info.height }
  return sharp(find(small.data, size), { raw: { ...size, channels: 1 } })
    .blur(0.8)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()
}

type Size = { width: number; height: number }

/** 255 where the foreground is, 0 where the colour of the border reaches. */
function foregroundOf(pixels: Uint8Array, size: Size): Uint8Array {
  const { mask, share } = reachedByBorder(pixels, size)
  return share < leastBackground || share > mostBackground ? ellipse(size) : mask
}

/** `mask`: 0 where the colour of the border reaches, 255 elsewhere. `share`: how much it reaches, 0 to 1. */
function reachedByBorder(
  pixels: Uint8Array,
  { width, height }: Size,
): { mask: Uint8Array; share: number } {
  const mask = new Uint8Array(width * height).fill(255)
  const sources = new Int32Array(width * height)
  const queue = borderOf({ width, height })
  for (const at of queue) {
    mask[at] = 0
    sources[at] = at
  }
  for (let next = 0; next < queue.length; next++) {
    const at = queue[next] as number
    const source = sources[at] as number
    for (const beside of pixelsBeside(at, { width, height })) {
      const isNear =
        mask[beside] !== 0 &&
        distance(pixels, at, beside) <= nearStep &&
        distance(pixels, source, beside) <= nearBorder
      if (!isNear) continue
      mask[beside] = 0
      sources[beside] = source
      queue.push(beside)
    }
  }
  return { mask, share: queue.length / mask.length }
}

function borderOf({ width, height }: Size): number[] {
  const all = Array.from({ length: width * height }, (_, at) => at)
  return all.filter((at) => {
    const [column, row] = [at % width, Math.floor(at / width)]
    return column === 0 || row === 0 || column === width - 1 || row === height - 1
  })
}

function pixelsBeside(at: number, { width, height }: Size): number[] {
  const column = at % width
  return [
    ...(column > 0 ? [at - 1] : []),
    ...(column < width - 1 ? [at + 1] : []),
    ...(at >= width ? [at - width] : []),
    ...(at < width * (height - 1) ? [at + width] : []),
  ]
}

/** The difference of two pixels, 0 to 441. */
function distance(pixels: Uint8Array, one: number, other: number): number {
  return Math.hypot(
    ...[0, 1, 2].map(
      (channel) => Number(pixels[one * 3 + channel]) - Number(pixels[other * 3 + channel]),
    ),
  )
}

function ellipse({ width, height }: Size): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const x = ((at % width) + 0.5) / width - 0.5
    const y = (Math.floor(at / width) + 0.5) / height - 0.5
    return x * x + y * y < 0.16 ? 255 : 0
  })
}
