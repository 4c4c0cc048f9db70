import { addStretched, blurred, castRays, shrunk } from '../canvas/blur.ts'
import { addLight, type Canvas, newCanvas, shade } from '../canvas/canvas.ts'
import { drawStroke, splat } from '../canvas/strokes.ts'
import type { Composition, Stage } from '../composition.ts'
import { clamp, layered, noiseAt, noiseFrom, ridged, smoothstep } from '../noise.ts'
import { blend, dim, rampOf } from '../oklch.ts'
import { drawJellyfish } from './jellyfish.ts'

/** Under the surface: light in shafts, and what glows and drifts there. */
export const deepWater: Composition = { suits: ['deep', 'cold', 'mystery'], scale: 0.8, paint }

function paint(stage: Stage) {
  const { frame, random, tags } = stage
  const canvas = makeWater(stage)
  const light = {
    x: random.between(-0.7, 0.7) * frame.right,
    y: -frame.bottom * random.between(1.05, 1.5),
  }
  const rays = castRays(shrunk(makeSurface(stage, light.x), 4), {
    x: (light.x + frame.right) * frame.unit * 0.25,
    y: (light.y + frame.bottom) * frame.unit * 0.25,
    threshold: 0,
    reach: 0.92,
  })
  addStretched(canvas, blurred(rays, frame.unit * 0.0006), 2.2)
  const jellyfish =
    tags.has('jellyfish') || (!tags.has('fish') && random.chance(0.6)) ? random.whole(4, 12) : 0
  if (jellyfish === 0 || random.chance(0.45)) swimBy(canvas, stage)
  for (let index = 0; index < jellyfish; index++) drawJellyfish(canvas, stage, index)
  drift(canvas, stage)
  return canvas
}

function makeWater({ frame, random, palette }: Stage): Canvas {
  const noise = noiseFrom(random.fork('water'))
  const ramp = rampOf([
    [0, blend(palette.haze, palette.glow, 0.25)],
    [0.12, blend(palette.haze, palette.mid, 0.55)],
    [0.38, blend(palette.mid, palette.shade, 0.45)],
    [0.72, blend(palette.shade, palette.deep, 0.45)],
    [1, dim(palette.deep, 0.75)],
  ])
  const aside = random.between(-0.5, 0.5)
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    const down = (y + frame.bottom) / (frame.bottom * 2)
    ramp(
      clamp(
        down * 0.95 + 0.16 + (x - aside) ** 2 * 0.5 + layered(noise, x * 1.4, y * 1.4, 3) * 0.14,
      ),
      pixel,
    )
  })
  return canvas
}

/** The bright web that waves draw on the surface, seen from below; only there to throw rays. */
function makeSurface({ frame, random, palette, time }: Stage, middle: number): Canvas {
  const noise = noiseFrom(random.fork('surface'))
  const surface = newCanvas(frame.width, frame.height)
  const rayColour = blend(palette.haze, palette.mid, 0.2)
  const scale = random.between(14, 24)
  shade(surface, frame, (x, y, pixel) => {
    pixel.fill(0)
    const down = (y + frame.bottom) / (frame.bottom * 2)
    if (down > 0.22) return
    const web = ridged(noise, x * scale + time * 0.1, 3.3 + down * 2, 3, 0.6)
    const bright =
      smoothstep(0.3, 1, web) ** 1.6 *
      smoothstep(0.22, 0, down) *
      Math.exp(-((x - middle) ** 2) * 2.2)
    addLight(pixel, rayColour, bright * 0.9)
  })
  return surface
}

/** A school of fish, far off. */
function swimBy(canvas: Canvas, { frame, random, palette, detail, time }: Stage): void {
  const own = random.fork('fish')
  const noise = noiseFrom(own)
  const [cx, cy] = [own.between(-0.5, 0.5) * frame.right, own.between(-0.45, 0.25) * frame.bottom]
  const heading = own.pick([0, Math.PI]) + own.between(-0.4, 0.4)
  const tone = blend(palette.shade, palette.deep, 0.6)
  for (let fish = 0; fish < 60 + 110 * detail; fish++) {
    const x = cx + own.bell() * 0.36 + Math.cos(heading) * time * 0.02
    const y = cy + own.bell() * 0.15 + Math.sin((x - cx) * 6) * 0.04
    const size = own.between(0.005, 0.0125) * frame.unit
    const angle = heading + noiseAt(noise, x * 5, y * 5) * 0.7
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    const px = (x + frame.right) * frame.unit
    const py = (y + frame.bottom) * frame.unit
    const nose = { x: px + dx * size, y: py + dy * size }
    const tail = { x: px - dx * size, y: py - dy * size }
    const strength = own.between(0.35, 0.75)
    drawStroke(canvas, [nose, { x: px, y: py }, tail], {
      radius: [size * 0.24, size * 0.08],
      colour: tone,
      strength,
    })
    for (const side of [-1, 1]) {
      const tip = {
        x: tail.x - dx * size * 0.5 - dy * side * size * 0.36,
        y: tail.y - dy * size * 0.5 + dx * side * size * 0.36,
      }
      drawStroke(canvas, [tail, tail, tip], {
        radius: [size * 0.1, size * 0.05],
        colour: tone,
        strength,
      })
    }
  }
}

/** Motes and bubbles. */
function drift(canvas: Canvas, { frame, random, palette, detail }: Stage): void {
  const own = random.fork('drift')
  for (let mote = 0; mote < 90 + 160 * detail; mote++) {
    const size = own.next() ** 6
    splat(
      canvas,
      { x: own.between(0, frame.width), y: own.between(0, frame.height) },
      {
        radius: (0.0006 + size * 0.005) * frame.unit,
        light: dim(palette.haze, 0.22 * (1 - size * 0.65) * own.next()),
      },
    )
  }
}
