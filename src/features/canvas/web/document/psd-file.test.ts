import { initializeCanvas, readPsd } from 'ag-psd'
import { beforeAll, describe, expect, it } from 'vitest'
import { blendModes } from '../../rules.ts'
import { createPixels, type Pixels, type Rect, type Size } from '../pixels/pixels.ts'
import { type FileLayer, writePsdFile } from './psd-file.ts'

// The reader makes what a browser has: pixels of a size.
beforeAll(() => {
  const createImageData = (width: number, height: number) =>
    ({ ...createPixels({ width, height }), colorSpace: 'srgb' }) as ImageData
  const createCanvas = () => {
    throw new Error('Pixels are read without a canvas')
  }
  initializeCanvas(createCanvas, createImageData)
})

const size = { width: 12, height: 8 }

/** Transparent, with one opaque rectangle. */
function painted(of: Size, { x, y, width, height }: Rect, color: readonly number[]): Pixels {
  const pixels = createPixels(of)
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++)
      pixels.data.set([...color, 255], (row * of.width + column) * 4)
  return pixels
}

type Painted = Extract<FileLayer, { pixels: Pixels }>

const layer = (change: Partial<Painted> = {}): Painted => ({
  name: 'Fox',
  pixels: painted(size, { x: 2, y: 3, width: 4, height: 2 }, [200, 100, 50]),
  ...{ opacity: 1, blend: 'normal', isVisible: true },
  ...change,
})

function written(layers: FileLayer[], composite = createPixels(size)) {
  const { children = [], ...psd } = readPsd(writePsdFile(size, layers, composite), {
    useImageData: true,
  })
  return { ...psd, children }
}

describe('a PSD file', () => {
  it('has the layers in their order, with name, opacity and visibility', () => {
    const { width, height, children } = written([
      layer({ name: '狐狸 1' }),
      layer({ name: 'Hidden', opacity: 0.5, isVisible: false }),
    ])
    expect({ width, height }).toEqual(size)
    expect(children).toMatchObject([
      { name: '狐狸 1', hidden: false, opacity: 1 },
      { name: 'Hidden', hidden: true, opacity: expect.closeTo(0.5, 2) },
    ])
  })

  it('has what is painted, where it is', () => {
    const [{ left, top, imageData } = {}] = written([layer()]).children
    expect({ left, top }).toEqual({ left: 2, top: 3 })
    const { width, height, data } = imageData ?? createPixels({ width: 1, height: 1 })
    expect({ width, height }).toEqual({ width: 4, height: 2 })
    expect([...data]).toEqual(Array.from({ length: 8 }, () => [200, 100, 50, 255]).flat())
  })

  it('has groups, of which one that changes nothing lets its layers through', () => {
    const group = { name: 'Group', opacity: 1, blend: 'normal', isVisible: true } as const
    const inner: FileLayer = { ...group, opacity: 0.5, layers: [layer({ name: 'In' })] }
    const { children } = written([{ ...group, layers: [inner, layer({ name: 'Above' })] }])
    expect(children).toMatchObject([
      {
        ...{ name: 'Group', blendMode: 'pass through' },
        children: [
          { name: 'Group', blendMode: 'normal', children: [{ name: 'In', left: 2 }] },
          { name: 'Above' },
        ],
      },
    ])
  })

  it('has an empty layer', () => {
    expect(written([layer({ pixels: createPixels(size) })]).children).toMatchObject([
      { name: 'Fox' },
    ])
  })

  it('has the picture for programs that read no layers', () => {
    const composite = painted(size, { x: 0, y: 0, ...size }, [9, 8, 7])
    expect([...(written([layer()], composite).imageData?.data ?? [])]).toEqual([...composite.data])
  })

  it.each(blendModes)('keeps the blend mode %s', (blend) => {
    const [{ blendMode } = {}] = written([layer({ blend })]).children
    expect(blendMode?.replace(' ', '-')).toBe(blend)
  })
})
