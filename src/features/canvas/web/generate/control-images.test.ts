import { describe, expect, it } from 'vitest'
import type { ControlImageKind } from '#core/models/rules/control-image-kinds.ts'
import type { Layer } from '../document/layers.ts'
import { Raster } from '../document/raster.ts'
import { noTransform } from '../document/transform.ts'
import { chooseControlLayers, findMissingControl } from './control-images.ts'
import type { ControlField } from './model-use.ts'

const control = (id: ControlImageKind, more: Partial<Layer> = {}): Layer => ({
  ...{ ...noTransform, id, kind: 'control', control: id, name: id, parent: null },
  ...{ raster: new Raster(), opacity: 1, blend: 'normal', isVisible: true, isLocked: false },
  ...more,
})
const field = (name: string, kinds: ControlImageKind[], isNeeded = true): ControlField => ({
  ...{ name, kinds, isNeeded },
})

describe('a model with control images', () => {
  const use = {
    controls: [
      field('lines', ['edges', 'scribble']),
      field('map', ['depth'], false),
      field('figure', ['pose'], false),
    ],
  }
  const chosen = (layers: Layer[]) =>
    chooseControlLayers(use, layers).map(({ field, layer }) => [field.name, layer.id])

  it('is sent the layer of each field that has one', () => {
    expect(chosen([control('depth'), control('edges'), control('scribble')])).toEqual([
      ['lines', 'scribble'],
      ['map', 'depth'],
    ])
    expect(chosen([control('pose', { isVisible: false })])).toEqual([])
  })

  it('says which one it still needs, and needs no optional one', () => {
    expect(findMissingControl(use, [control('depth')])?.name).toBe('lines')
    expect(findMissingControl(use, [control('edges', { isVisible: false })])?.name).toBe('lines')
    expect(findMissingControl(use, [control('edges')])).toBeUndefined()
    expect(findMissingControl({ controls: [] }, [])).toBeUndefined()
  })
})
