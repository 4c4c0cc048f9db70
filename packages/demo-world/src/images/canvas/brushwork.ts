import { clamp, layered, mix, noiseFrom, type Random, randomFrom, smoothstep } from '../noise.ts'
import { blurred, sample, shrunk } from './blur.ts'
import { type Canvas, coverAt, newCanvas } from './canvas.ts'

/** The parameters of the brush strokes. */
export type Brushwork = {
  /** The broadest brush as a share of the image's scale; each further one is half as broad. */
  broadest: number
  /**
   * How many brushes, one over the other; the finer ones only paint where the image still differs.
   */
  brushes: number
  /** How many times longer than broad a stroke is. */
  longer: number
  /** 0 flat gouache to 1 thick oil that catches light. */
  thick: number
  /** How much one stroke's colour differs from the next. */
  lively: number
}

/** The image painted again: strokes along its forms. `seed` decides where they fall. */
export function paintInStrokes(source: Canvas, work: Brushwork, seed: string): Canvas {
  const random = randomFrom(`brush/${seed}`)
  const { width, height } = source
  const unit = Math.sqrt(width * height)
  const flow = flowOf(source, random)
  const canvas = newCanvas(width, height)
  canvas.data.set(blurred(source, unit * work.broadest * 0.5).data)
  const relief = new Float32Array(width * height)
  const bristles = Float32Array.from({ length: 1024 }, () => random.next())
  for (let brush = 0; brush < work.brushes; brush++) {
    const radius = (work.broadest * unit) / 2 ** (brush + 1)
    if (radius < 0.8) break
    const ground = {
      seen: blurred(source, radius * 0.5),
      before: Float32Array.from(canvas.data),
      relief,
      flow,
      bristles,
    }
    const least = brush === 0 ? 0 : 0.05 + 0.025 * brush
    const gap = radius * (brush === 0 ? 1.3 : 1.75)
    for (let row = 0; row < height; row += gap) {
      for (let column = 0; column < width; column += gap) {
        const x = column + random.bell() * radius * 1.4
        const y = row + random.bell() * radius * 1.4
        layStroke(canvas, ground, { ...work, x, y, radius, least, random })
      }
    }
  }
  return work.thick > 0 ? lit(canvas, relief, work.thick) : canvas
}

type Flow = { width: number; height: number; factor: number; angle: Float32Array }

/**
 * The direction along the forms at every place: across the steepest change of brightness, smoothed.
 * Where nothing changes, as in a sky, the direction follows wide curves.
 */
function flowOf(source: Canvas, random: Random): Flow {
  const factor = Math.max(1, Math.round(Math.sqrt(source.width * source.height) / 220))
  const small = blurred(shrunk(source, factor), 1.5)
  const { width, height, data } = small
  const tensor = newCanvas(width, height)
  const wander = noiseFrom(random.fork('wander'))
  const grey = (column: number, row: number) => {
    const at = (clamp(row, 0, height - 1) * width + clamp(column, 0, width - 1)) * 3
    return Math.cbrt(
      (data[at] as number) * 0.25 +
        (data[at + 1] as number) * 0.65 +
        (data[at + 2] as number) * 0.1,
    )
  }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const dx = grey(column + 1, row) - grey(column - 1, row)
      const dy = grey(column, row + 1) - grey(column, row - 1)
      const idle = layered(wander, (column / width) * 2.4, (row / width) * 2.4, 2) * 4
      const [cos, sin] = [Math.cos(idle), Math.sin(idle)]
      const weight = 0.00012
      const form = [
        dx * dx + weight * cos * cos,
        dx * dy + weight * cos * sin,
        dy * dy + weight * sin * sin,
      ]
      tensor.data.set(form, (row * width + column) * 3)
    }
  }
  const smooth = blurred(tensor, 5).data
  const angle = Float32Array.from({ length: width * height }, (_, index) => {
    const [xx, xy, yy] = [
      smooth[index * 3] as number,
      smooth[index * 3 + 1] as number,
      smooth[index * 3 + 2] as number,
    ]
    return 0.5 * Math.atan2(2 * xy, xx - yy) + Math.PI / 2
  })
  return { width, height, factor, angle }
}

type Ground = {
  seen: Canvas
  before: Float32Array
  relief: Float32Array
  flow: Flow
  bristles: Float32Array
}
type Brushstroke = Brushwork & {
  x: number
  y: number
  radius: number
  least: number
  random: Random
}

function layStroke(canvas: Canvas, ground: Ground, stroke: Brushstroke): void {
  const { width, height } = canvas
  const { seen, before, flow } = ground
  const { x, y, radius, random } = stroke
  if (x < 0 || y < 0 || x >= width || y >= height) return
  sample(seen, x, y, colour)
  const at = (Math.floor(y) * width + Math.floor(x)) * 3
  const missing = [0, 1, 2].reduce(
    (sum, part) =>
      sum + Math.abs(Math.cbrt(colour[part] as number) - Math.cbrt(before[at + part] as number)),
    0,
  )
  if (missing < stroke.least) return
  const column = Math.min(flow.width - 1, Math.floor(x / flow.factor))
  const row = Math.min(flow.height - 1, Math.floor(y / flow.factor))
  const angle = (flow.angle[row * flow.width + column] as number) + random.bell() * 0.2
  const tone = 1 + random.bell() * stroke.lively
  const warm = random.bell() * stroke.lively * 0.7
  colour[0] = (colour[0] as number) * tone * (1 + warm)
  colour[1] = (colour[1] as number) * tone
  colour[2] = (colour[2] as number) * tone * (1 - warm)
  const length = radius * stroke.longer * random.between(0.7, 1.2)
  dragBrush(canvas, ground, {
    ...stroke,
    angle,
    length,
    bend: random.bell() * 0.1,
    mark: random.whole(0, 900),
  })
}

type Drag = Brushstroke & { angle: number; length: number; bend: number; mark: number }

function dragBrush(canvas: Canvas, ground: Ground, drag: Drag): void {
  const { width, height } = canvas
  const { x, y, radius, angle, length, bend, mark, thick } = drag
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const reach = Math.abs(sin) * length + Math.abs(cos) * radius + 1
  const last = Math.min(height - 1, Math.floor(y + reach))
  for (let row = Math.max(0, Math.floor(y - reach)); row <= last; row++) {
    const dy = row + 0.5 - y
    const [from, to] = crossing(dy, drag, cos, sin)
    const right = Math.min(width - 1, Math.floor(x + to))
    for (let column = Math.max(0, Math.floor(x + from)); column <= right; column++) {
      const dx = column + 0.5 - x
      const along = (dx * cos + dy * sin) / length
      const across = (dy * cos - dx * sin) / radius + bend * along * along
      const a = along * along
      const b = across * across
      const shape = a * a + b * b
      if (shape >= 1) continue
      const hair = ground.bristles[(mark + Math.round((across + 1) * 9)) & 1023] as number
      const share = smoothstep(1, 0.5 - hair * 0.3, shape) * mix(1, 0.6 + 0.4 * hair, thick)
      const at = row * width + column
      coverAt(canvas, at * 3, colour, share)
      ground.relief[at] = mix(
        ground.relief[at] as number,
        hair * 0.8 + (1 - b) * 0.5 + along * 0.25,
        share,
      )
    }
  }
}

/** Which part of a row a stroke touches, left and right of its middle. */
function crossing(
  dy: number,
  { length, radius }: Drag,
  cos: number,
  sin: number,
): [from: number, to: number] {
  let [from, to] = [-length - radius, length + radius]
  if (Math.abs(cos) > 1e-3) {
    const [one, other] = [(-length - dy * sin) / cos, (length - dy * sin) / cos]
    from = Math.max(from, Math.min(one, other))
    to = Math.min(to, Math.max(one, other))
  }
  if (Math.abs(sin) > 1e-3) {
    const wide = radius * 1.15
    const [one, other] = [(dy * cos - wide) / sin, (dy * cos + wide) / sin]
    from = Math.max(from, Math.min(one, other))
    to = Math.min(to, Math.max(one, other))
  }
  return [from, to]
}

const colour = new Float64Array(3)

/** Light from the upper left over the ridges of the paint. */
function lit(canvas: Canvas, relief: Float32Array, thick: number): Canvas {
  const { width, height, data } = canvas
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column
      const slope =
        (relief[at + 1] as number) -
        (relief[at - 1] as number) +
        (relief[at + width] as number) -
        (relief[at - width] as number)
      const light = 1 + thick * clamp(-slope * 0.3, -0.24, 0.34)
      for (let part = 0; part < 3; part++)
        data[at * 3 + part] = (data[at * 3 + part] as number) * light
    }
  }
  return canvas
}
