import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { drawing } from '#testing/drawings.ts'
import { maxDistance } from './near-copy-rules.ts'
import { hashedSize, perceptualHash } from './perceptual-hash-rules.ts'

const brightness = (image: Sharp) =>
  image
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(hashedSize, hashedSize, { fit: 'fill' })
    .raw()
    .toBuffer()

const hashOf = async (image: Sharp) => perceptualHash(await brightness(image))

function distance(one = '', other = ''): number {
  return [...one].filter((bit, at) => bit !== other[at]).length
}

it('is nearly the same for a copy that was compressed or made smaller', async () => {
  const image = await sharp(drawing(7)).png().toBuffer()
  const original = await hashOf(sharp(image))
  expect(original?.hash).toMatch(/^[01]{256}$/)
  const compressed = await sharp(image)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 50 })
    .toBuffer()
  const small = await sharp(image).resize(100).png().toBuffer()
  for (const copy of [compressed, small])
    expect(distance((await hashOf(sharp(copy)))?.hash, original?.hash)).toBeLessThanOrEqual(10)
})

it('differs in about half of its bits for another image', async () => {
  const [one, other] = await Promise.all([7, 8].map((seed) => hashOf(sharp(drawing(seed)))))
  expect(distance(one?.hash, other?.hash)).toBeGreaterThan(2 * maxDistance)
})

it('returns the hash of the mirrored image, too', async () => {
  const image = await sharp(drawing(9)).png().toBuffer()
  const original = await hashOf(sharp(image))
  const mirrored = await hashOf(sharp(image).flop())
  expect(distance(mirrored?.hash, original?.mirrored)).toBeLessThanOrEqual(4)
  expect(distance(mirrored?.hash, original?.hash)).toBeGreaterThan(maxDistance)
})

it('is none for an image that shows too little', async () => {
  const plain = { create: { width: 64, height: 64, channels: 3, background: '#345' } } as const
  expect(await hashOf(sharp(plain))).toBeNull()
})

it('has the bits of the frequencies that an image has, the highest one first', () => {
  const wave = (at: number, frequency: number) =>
    Math.cos((Math.PI / 2 / hashedSize) * frequency * (2 * at + 1))
  const pixels = (sign: number) =>
    Uint8Array.from({ length: hashedSize ** 2 }, (_, at) => {
      const [row, column] = [Math.floor(at / hashedSize), at % hashedSize]
      return Math.round(128 + sign * 110 * wave(row, 3) * wave(column, 8))
    })
  const place = 255 - (2 * 16 + 7)
  expect(perceptualHash(pixels(1))?.hash[place]).toBe('1')
  expect(perceptualHash(pixels(-1))?.hash[place]).toBe('0')
})
