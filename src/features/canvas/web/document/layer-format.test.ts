import { describe, expect, it } from 'vitest'
import { CanvasContent, type CanvasLayer } from '../../contract.ts'
import { loadLayer, saveLayer } from './layer-format.ts'
import { Raster } from './raster.ts'

const common = {
  ...{ id: 'a', name: 'Sky', parent: 'group-1', x: -12.5, y: 40, scale_x: -1.5, scale_y: 0.25 },
  ...{ rotation: 33.3, opacity: 0.4, blend: 'multiply' as const, visible: false, locked: true },
}
const file = 'ab'.repeat(32)
const raster = {
  ...{ ...common, width: 640, height: 48, tiles: [{ x: 0, y: -1024, file }] },
  source: { generation_id: '0197a0a0-0000-7000-8000-000000000001', media_position: 2 },
}
const box = { ...common, width: 200, height: 0 }

const saved: readonly CanvasLayer[] = [
  { kind: 'image', ...raster },
  { kind: 'mask', ...common, width: 64, height: 64, tiles: [] },
  { kind: 'drawing', ...raster },
  { kind: 'reference', ...raster },
  { kind: 'control', ...raster, control: 'scribble' },
  { kind: 'control', ...raster, control: 'depth' },
  { kind: 'group', ...common },
  {
    ...{ kind: 'text', ...common, text: 'Fox\n狐狸', font_size: 48.5, font_family: 'serif' },
    ...{ color: '#ff000080', weight: 650, align: 'right', width: null },
  },
  {
    ...{ kind: 'shape', ...box, shape: 'rectangle', fill: '#112233', stroke: null },
    stroke_width: 0,
  },
  {
    ...{ kind: 'shape', ...box, shape: 'gradient', fill: '#112233', fill_to: null, stroke: null },
    ...{
      stroke_width: 2,
      points: [
        { x: 0, y: 0 },
        { x: 10, y: 99 },
      ],
    },
  },
]

describe('a layer', () => {
  it.each(saved.map((layer, at) => [`${at} ${layer.kind}`, layer] as const))(
    'is saved as it was loaded: %s',
    (_name, layer) => {
      const loaded = loadLayer(layer, new Raster())
      const tiles = 'tiles' in layer ? layer.tiles : []
      expect(saveLayer(loaded, tiles, { width: 1, height: 1 })).toEqual(layer)
    },
  )

  it('is accepted by the server as it is saved', () => {
    const layers = saved.map((layer, at) => {
      const loaded = { ...loadLayer(layer, new Raster()), id: `${at}`, parent: null }
      return saveLayer(loaded, [], { width: 10, height: 10 })
    })
    expect(CanvasContent.safeParse({ format: 1, layers }).error).toBeUndefined()
  })

  it('has the sides of the document where it has none of its own', () => {
    const [image] = saved
    if (!image) throw new Error('There is one')
    const { size: _none, ...loaded } = loadLayer(image, new Raster())
    const again = saveLayer(loaded, [], { width: 300, height: 200 })
    expect(again).toMatchObject({ width: 300, height: 200 })
  })
})
