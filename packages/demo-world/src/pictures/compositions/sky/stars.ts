import { type Canvas, type Frame, pixelsAt } from '../../canvas/canvas.ts'
import { splat } from '../../canvas/dots.ts'
import { blend } from '../../colour/oklch.ts'
import type { Stage } from '../stage.ts'

export type StarField = {
  /** How many on a picture, at full detail. */
  count: number
  /** No stars below this, in scene units. */
  until: number
  /** Whether some are rather bright. */
  bright?: boolean
}

/** Stars of many small and few large sizes, white to the palette's colours. */
export function scatterStars(canvas: Canvas, frame: Frame, stage: Stage, field: StarField): void {
  const random = stage.random.fork('stars')
  const { palette } = stage
  const tints = [
    [1, 1, 1] as const,
    palette.glow,
    blend(palette.haze, [1, 1, 1], 0.4),
    blend(palette.accent, [1, 1, 1], 0.5),
  ]
  for (let index = 0; index < field.count * (0.4 + 0.6 * stage.detail); index++) {
    const x = random.between(-frame.right, frame.right)
    const y = random.between(-frame.bottom, field.until)
    const size = random.next() ** (field.bright ? 12 : 26)
    const tint = random.pick(tints)
    const light = 0.05 + 0.5 * random.next() ** 3 + size * 1.6
    splat(canvas, pixelsAt(frame, x, y), {
      radius: (0.0005 + size * 0.0011) * frame.unit,
      light: [tint[0] * light, tint[1] * light, tint[2] * light],
    })
  }
}
