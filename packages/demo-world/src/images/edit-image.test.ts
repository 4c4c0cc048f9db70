import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../../../../tests/support/files.ts'
import { type EditRequest, editImage } from './edit-image.ts'

let photo: Buffer
let blue: Buffer

beforeAll(async () => {
  photo = await sharp(await sampleFile('photo.png'))
    .resize(60, 80)
    .toBuffer()
  blue = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#2040e0' } })
    .png()
    .toBuffer()
})

const edit = (images: Buffer[], change: Partial<EditRequest> = {}) =>
  editImage({
    prompt: 'at dusk',
    seed: 3,
    model: 'fal-ai/nano-banana/edit',
    format: 'png',
    images,
    ...change,
  })

/** How far a third of two images is apart, on the average, in levels of 255. */
async function apart(
  one: { data: Uint8Array },
  other: { data: Uint8Array },
  left: number,
): Promise<number> {
  const part = ({ data }: { data: Uint8Array }) =>
    sharp(data).extract({ left, top: 0, width: 20, height: 60 }).raw().toBuffer()
  const [first, second] = await Promise.all([part(one), part(other)])
  return (
    first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length
  )
}

describe('an edit', () => {
  it('shows several images side by side', async () => {
    const [both, ofPhoto, ofBlue] = [
      await edit([photo, blue]),
      await edit([photo]),
      await edit([blue]),
    ]
    expect(await apart(both, ofPhoto, 0)).toBe(0)
    expect(await apart(both, ofBlue, 40)).toBe(0)
    expect(await apart(ofPhoto, ofBlue, 0)).toBeGreaterThan(20)
  })

  it('is the same for the same request, and another for another prompt or seed', async () => {
    const before = await edit([photo])
    expect(await edit([photo])).toEqual(before)
    for (const change of [{ prompt: 'in a green forest' }, { seed: 4 }, { index: 1 }]) {
      expect(await apart(before, await edit([photo], change), 20)).toBeGreaterThan(1)
    }
  })

  it.each([
    [undefined, 60, 80],
    [2, 98, 49],
    [{ width: 31, height: 17 }, 31, 17],
  ])('in the shape %o has %i × %i pixels', async (shape, width, height) => {
    expect(await edit([photo], shape === undefined ? {} : { shape })).toMatchObject({
      width,
      height,
    })
  })
})
