import { describe, expect, it } from 'vitest'
import { findControlLayer, toControlLayer, toImageLayer } from './control-layers.ts'
import { inkOn } from './editor-store.ts'
import { hasPixels, isBeside, type Layer } from './layers.ts'
import { Raster } from './raster.ts'
import { noTransform } from './transform.ts'

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({
  ...{ ...noTransform, id, kind: 'image', name: id, parent: null, raster: new Raster() },
  ...{ opacity: 1, blend: 'normal', isVisible: true, isLocked: false, ...more },
})
const control = (id: string, kind: NonNullable<Layer['control']>, more: Partial<Layer> = {}) =>
  layer(id, { kind: 'control', control: kind, ...more })

describe('the control layer for a field', () => {
  const found = (layers: Layer[], ...kinds: NonNullable<Layer['control']>[]) =>
    findControlLayer(layers, kinds)?.id

  it('is the uppermost of the kinds that it takes', () => {
    const layers = [control('low', 'edges'), control('high', 'scribble'), control('map', 'depth')]
    expect(found(layers, 'edges', 'scribble')).toBe('high')
    expect(found(layers, 'edges')).toBe('low')
    expect(found(layers, 'depth', 'edges')).toBe('map')
  })

  it('is none where no control layer is of its kinds', () => {
    expect(found([layer('a'), control('b', 'pose')], 'edges', 'depth')).toBeUndefined()
    expect(found([], 'edges')).toBeUndefined()
  })

  it('is shown, with all groups that it is in', () => {
    const group = layer('group', { kind: 'group', isVisible: false })
    const layers = [
      control('shown', 'edges'),
      group,
      control('in-group', 'edges', { parent: 'group' }),
      control('hidden', 'edges', { isVisible: false }),
    ]
    expect(found(layers, 'edges')).toBe('shown')
    expect(
      found([...layers.slice(0, 1), { ...group, isVisible: true }, ...layers.slice(2)], 'edges'),
    ).toBe('in-group')
  })

  it('is the one that lies above, also where groups are listed in another order', () => {
    const layers = [
      control('inside', 'edges', { parent: 'group' }),
      control('below', 'edges'),
      layer('group', { kind: 'group' }),
    ]
    expect(found(layers, 'edges')).toBe('inside')
  })
})

describe('a control layer', () => {
  it('is an image again without what it showed', () => {
    const image = layer('a', { blend: 'normal', x: 12, opacity: 0.4 })
    const guide = toControlLayer({ ...image, blend: 'multiply' }, 'depth')
    expect(guide).toMatchObject({ kind: 'control', control: 'depth', blend: 'normal', x: 12 })
    expect(guide.raster).toBe(image.raster)
    expect(toImageLayer(guide)).toEqual(image)
    expect(toImageLayer(guide)).not.toHaveProperty('control')
  })

  it('is no part of the document as it looks', () => {
    expect(isBeside(control('a', 'pose'))).toBe(true)
    expect(isBeside(layer('a', { kind: 'drawing' }))).toBe(false)
  })

  it('is painted on where it is a scribble, in white', () => {
    expect(hasPixels(control('a', 'scribble'))).toBe(true)
    expect(hasPixels(control('a', 'depth'))).toBe(false)
    expect(inkOn(control('a', 'scribble'), '#ff0000')).toBe('#ffffff')
    expect(inkOn(layer('a', { kind: 'drawing' }), '#ff0000')).toBe('#ff0000')
  })
})
