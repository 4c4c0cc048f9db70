import { randomFrom, smoothstep } from '../images/noise.ts'
import type { Planes } from './planes.ts'

/**
 * What the camera sees: a part of the image, by its middle (0 to 1) and its share of the sides
 * (up to 1).
 */
export type View = { x: number; y: number; share: number }

/** Where the camera is, from the start of the video (0) to its end (1). */
export type Camera = (moment: number) => View

const nearest = 0.86

type Move = { words: RegExp; from: View; to: View }

const whole: View = { x: 0.5, y: 0.5, share: 1 }
const close = (x: number, y: number): View => ({ x, y, share: nearest })

const moves: readonly Move[] = [
  {
    words: /zoom(s|ing)? out|pull(s|ing)? back|dolly out|拉远|后退/i,
    from: close(0.5, 0.5),
    to: whole,
  },
  { words: /pan(s|ning)? left|向左|左移/i, from: close(0.57, 0.5), to: close(0.43, 0.5) },
  { words: /pan(s|ning)? right|向右|右移/i, from: close(0.43, 0.5), to: close(0.57, 0.5) },
  {
    words: /tilt(s|ing)? up|crane up|rising|向上|上升/i,
    from: close(0.5, 0.57),
    to: close(0.5, 0.43),
  },
  { words: /tilt(s|ing)? down|向下|下降/i, from: close(0.5, 0.43), to: close(0.5, 0.57) },
]

/**
 * A slow camera move. The prompt may name it ("zoom out", "pan left", 向左 …); otherwise the camera
 * goes from the whole image to a place that depends on the seed.
 */
export function cameraFor(prompt: string, seed: number): Camera {
  const random = randomFrom(`camera/${seed}`)
  const named = moves.find(({ words }) => words.test(prompt))
  const to = close(0.5 + random.bell() * 0.06, 0.5 + random.bell() * 0.04)
  return between(named ?? { from: whole, to })
}

/** A camera that does not move: the video begins and ends exactly with the given images. */
export const fixedCamera: Camera = () => whole

function between({ from, to }: { from: View; to: View }): Camera {
  return (moment) => {
    const share = 0.5 * moment + 0.5 * smoothstep(0, 1, moment)
    const part = (name: keyof View) => from[name] + (to[name] - from[name]) * share
    return { x: part('x'), y: part('y'), share: part('share') }
  }
}

/** Fills `frame` with what the camera sees of `scene`, smoothly between its pixels. */
export function sampleView(scene: Planes, { x, y, share }: View, frame: Planes): void {
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

/** For each pixel of a side, the place of the source that it shows, in 256ths of a pixel. */
function placesAlong(source: number, target: number, middle: number, share: number): Int32Array {
  const seen = share * source
  const start = Math.min(source - seen, Math.max(0, middle * source - seen / 2))
  const last = (source - 1) * 256
  return Int32Array.from({ length: target }, (_, at) => {
    const place = start + ((at + 0.5) * seen) / target - 0.5
    return Math.min(last, Math.max(0, Math.round(place * 256)))
  })
}
