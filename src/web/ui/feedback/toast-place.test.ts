import { describe, expect, it } from 'vitest'
import { type Box, placeToasts, placeToastsInModal } from './toast-place.ts'

const size = { width: 416, height: 60 }
const desk = { width: 1280, height: 720, topBar: 52 }
const phone = { width: 390, height: 844, topBar: 52 }
const box = (left: number, top: number, right: number, bottom: number): Box => ({
  left,
  top,
  right,
  bottom,
})
const overlaps = (one: Box, other: Box) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom

const placed = (window: typeof desk, clear: readonly Box[], toasts = size): Box => {
  const { left, top } = placeToasts(window, toasts, clear)
  return box(left, top, left + toasts.width, top + toasts.height)
}

describe('placeToasts', () => {
  it('uses the top right corner below the top bar on wide windows', () => {
    expect(placed(desk, [box(0, 650, 400, 720)])).toEqual(box(848, 64, 1264, 124))
  })

  it('moves below a bar at the top', () => {
    const bars = [box(0, 52, 1280, 110), box(0, 112, 1280, 150)]
    const found = placed(desk, bars)
    expect(found.top).toBe(162)
    expect(bars.some((bar) => overlaps(bar, found))).toBe(false)
  })

  it('is above the sticky bar on narrow windows, also when the bar is tall', () => {
    for (const top of [772, 700, 500]) {
      const bar = box(0, top, 390, 844)
      const found = placed(phone, [bar], { width: 358, height: 120 })
      expect(overlaps(bar, found)).toBe(false)
      expect(found.bottom).toBe(top - 12)
    }
  })

  it('is at the lower edge of a narrow window where nothing has to stay clear', () => {
    expect(placed(phone, [box(0, 52, 390, 120)]).bottom).toBe(832)
  })

  it('stays within the window', () => {
    expect(placed({ ...phone, height: 390 }, [box(0, 60, 390, 390)]).top).toBe(12)
  })
})

describe('placeToastsInModal', () => {
  const placedInModal = (
    window: { width: number; height: number },
    clear: readonly Box[],
    height = 60,
  ) => placeToastsInModal(window, { width: Math.min(416, window.width - 32), height }, clear).top

  it('uses the top edge above a dialog in the middle of the window', () => {
    expect(placedInModal(desk, [box(432, 200, 848, 240), box(432, 400, 848, 440)])).toBe(16)
  })

  it('is between the title and the buttons of a dialog as high as the window', () => {
    expect(
      placedInModal({ width: 720, height: 450 }, [box(176, 40, 544, 68), box(176, 390, 544, 426)]),
    ).toBe(80)
  })

  it('is below the title, not over it, where it fits nowhere', () => {
    expect(
      placedInModal({ width: 320, height: 200 }, [box(0, 0, 320, 56), box(0, 100, 320, 200)]),
    ).toBe(68)
  })

  it('ignores elements beside it', () => {
    expect(placedInModal(desk, [box(1200, 0, 1280, 60)])).toBe(16)
  })
})
