import type { View } from './camera.ts'
import type { Planes } from './planes.ts'

/** Fills `frame` with what the camera sees of `scene`, smoothly between its pixels. */
export function look(scene: Planes, { x, y, share }: View, frame: Planes): void {
  for (const [part, step] of [
    ['light', 1],
    ['blue', 2],
    ['red', 2],
  ] as const) {
    const source = { data: scene[part], width: scene.width / step, height: scene.height / step }
    const target = { data: frame[part], width: frame.width / step, height: frame.height / step }
    sample(source, { x, y, share }, target)
  }
}

type Plane = { data: Uint8Array; width: number; height: number }

function sample(source: Plane, { x, y, share }: View, target: Plane): void {
  const columns = placesAlong(source.width, target.width, x, share)
  const rows = placesAlong(source.height, target.height, y, share)
  const { data, width } = source
  let at = 0
  for (let row = 0; row < target.height; row++) {
    const place = rows[row] as number
    const down = place & 255
    const start = (place >> 8) * width
    const below = down === 0 ? 0 : width
    for (let column = 0; column < target.width; column++) {
      const across = (columns[column] as number) & 255
      const corner = start + ((columns[column] as number) >> 8)
      const beside = across === 0 ? 0 : 1
      const top =
        (data[corner] as number) * (256 - across) + (data[corner + beside] as number) * across
      const foot =
        (data[corner + below] as number) * (256 - across) +
        (data[corner + below + beside] as number) * across
      target.data[at++] = (top * (256 - down) + foot * down + 32_768) >> 16
    }
  }
}

/** For each pixel of a side, which place of the source it shows, in 256ths of a pixel. */
function placesAlong(source: number, target: number, middle: number, share: number): Int32Array {
  const seen = share * source
  const start = Math.min(source - seen, Math.max(0, middle * source - seen / 2))
  const last = (source - 1) * 256
  return Int32Array.from({ length: target }, (_, at) => {
    const place = start + ((at + 0.5) * seen) / target - 0.5
    return Math.min(last, Math.max(0, Math.round(place * 256)))
  })
}
