import { addStretched, blurred } from './canvas/blur.ts'
import { type Canvas, newCanvas, pixelsAt } from './canvas/canvas.ts'
import { addDisc, splat } from './canvas/strokes.ts'
import type { Stage } from './composition.ts'
import { mix } from './noise.ts'
import { blend, dim } from './oklch.ts'

/** Adds snow or rain to an image whose prompt names it. Changes `canvas`. */
export function addWeather(canvas: Canvas, stage: Stage): void {
  if (stage.tags.has('snow')) snow(canvas, stage)
  else if (stage.tags.has('rain') || stage.tags.has('storm')) pour(canvas, stage)
}

/** Far flakes small and sharp, near ones large and soft. */
function snow(canvas: Canvas, { frame, random, palette, detail, time }: Stage): void {
  const own = random.fork('snow')
  const white = blend(palette.glow, [1, 1, 1], 0.6)
  const wind = own.between(-0.02, 0.02)
  for (let flake = 0; flake < 500 + 700 * detail; flake++) {
    const near = own.next() ** 5
    const x = own.between(-1, 1) * frame.right + wind * time
    const y = own.between(-1, 1) * frame.bottom
    if (near > 0.55) {
      addDisc(canvas, frame, {
        x,
        y,
        radius: mix(0.002, 0.0095, near),
        colour: white,
        strength: mix(0.3, 0.08, near),
      })
      continue
    }
    splat(canvas, pixelsAt(frame, x, y), {
      radius: mix(0.0007, 0.0034, near) * frame.unit,
      light: dim(white, mix(0.5, 0.4, near)),
    })
  }
}

/** Slanting threads of rain, the near ones blurred. */
function pour(canvas: Canvas, { frame, random, palette, detail }: Stage): void {
  const own = random.fork('rain')
  const slant = own.between(-0.16, 0.16)
  const streaks = newCanvas(frame.width, frame.height)
  const light = blend(palette.haze, palette.glow, 0.3)
  for (let streak = 0; streak < 500 + 900 * detail; streak++) {
    const near = own.next() ** 3
    const length = mix(0.012, 0.07, near) * frame.unit
    const [x, y] = [own.between(-0.1, 1.1) * frame.width, own.between(-0.1, 1) * frame.height]
    const strength = mix(0.05, 0.09, near)
    for (let step = 0; step < length; step++) {
      const fade = Math.sin((Math.PI * step) / length)
      splat(
        streaks,
        { x: x + step * slant, y: y + step },
        { radius: 0.5, light: dim(light, strength * fade) },
      )
    }
  }
  addStretched(canvas, blurred(streaks, 1), 1.2)
}
