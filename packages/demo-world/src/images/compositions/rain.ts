import { addStretched, blurred, sample, shrunk } from '../canvas/blur.ts'
import {
  addLight,
  type Canvas,
  coverAt,
  dimPixel,
  frameOf,
  newCanvas,
  pixelsAt,
  shade,
} from '../canvas/canvas.ts'
import { addDisc } from '../canvas/strokes.ts'
import type { Composition, Stage } from '../composition.ts'
import { clamp, layered, mix, noiseAt, noiseFrom, type Random, smoothstep } from '../noise.ts'
import { blend, dim, rampOf } from '../oklch.ts'

/** A street's lights, far out of focus behind a window the rain runs down. */
export const rain: Composition = { suits: ['night', 'city', 'neon', 'calm', 'sad'], paint }

function paint(stage: Stage) {
  const { frame, random } = stage
  const street = makeStreet(stage)
  const canvas = newCanvas(frame.width, frame.height)
  const fogged = blurred(shrunk(street, 2), street.width / 70)
  addStretched(canvas, street, 0.5)
  addStretched(canvas, fogged, 0.5)
  fog(canvas, stage)
  const drops = random.fork('drops')
  for (let trail = 0; trail < drops.whole(4, 9); trail++) runDown(canvas, street, stage, drops)
  for (let drop = 0; drop < 900 * (0.4 + 0.6 * stage.detail); drop++) {
    const size = mix(0.0014, 0.019, drops.next() ** 9)
    const at = { x: drops.between(-1, 1) * frame.right, y: drops.between(-1, 1) * frame.bottom }
    drawDrop(canvas, street, stage, { ...at, radius: size, stretch: 1 + size * 12 * drops.next() })
  }
  return canvas
}

/** Lamps along a street that runs away into the distance, on a darkness of its own colour. */
function makeStreet({ frame: whole, random, palette, detail }: Stage): Canvas {
  const frame = frameOf(Math.ceil(whole.width / 2), Math.ceil(whole.height / 2))
  const own = random.fork('street')
  const horizon = own.between(-0.1, 0.16)
  const vanishing = own.between(-0.2, 0.2)
  const air = rampOf([
    [0, dim(palette.deep, 0.7)],
    [0.55, blend(palette.deep, palette.shade, 0.75)],
    [0.85, blend(palette.shade, palette.mid, 0.5)],
    [1, blend(palette.mid, palette.haze, 0.35)],
  ])
  const canvas = newCanvas(frame.width, frame.height)
  const noise = noiseFrom(own)
  shade(canvas, frame, (x, y, pixel) => {
    const near = Math.exp(-Math.abs(y - horizon) * 3.6) * Math.exp(-((x - vanishing) ** 2) * 1.3)
    air(clamp(near * 0.85 + layered(noise, x * 1.6, y * 2.6, 2) * 0.22), pixel)
  })
  const lamps = Math.round(60 + 70 * detail)
  for (let lamp = 0; lamp < lamps; lamp++) {
    const depth = own.next() ** 1.8
    const side = own.pick([-1, 1])
    const spread = mix(0.02, 0.75, depth)
    const wet = own.chance(0.35)
    const y = horizon + (wet ? 1 : -1) * own.between(0.01, 0.34) * mix(0.12, 1.25, depth)
    const colour = own.pick([
      palette.glow,
      palette.haze,
      palette.haze,
      palette.accent,
      palette.accent,
      palette.mid,
    ])
    addDisc(canvas, frame, {
      x: vanishing + side * spread * own.between(0.15, 1.1),
      y,
      radius: mix(0.007, 0.062, depth) * own.between(0.7, 1.25),
      colour,
      strength: mix(0.85, 0.2, depth) * own.between(0.4, 1.1) * (wet ? 0.45 : 1),
    })
  }
  return canvas
}

/** Breath on the glass: greyer, brighter, uneven. */
function fog(canvas: Canvas, { frame, random, palette }: Stage): void {
  const noise = noiseFrom(random.fork('breath'))
  const grey = blend(palette.shade, palette.haze, 0.35)
  for (let row = 0, at = 0; row < frame.height; row++) {
    for (let column = 0; column < frame.width; column++, at += 3) {
      const [x, y] = [column / frame.unit, row / frame.unit]
      const speck = smoothstep(0.25, 0.6, noiseAt(noise, x * 190, y * 190)) * 0.05
      coverAt(canvas, at, grey, clamp(0.09 + 0.13 * layered(noise, x * 3, y * 3, 3)) + speck)
    }
  }
}

type Drop = { x: number; y: number; radius: number; stretch: number }

/**
 * A drop is a little lens: it shows the street upside down, dark above, with a bright rim below.
 */
function drawDrop(
  canvas: Canvas,
  street: Canvas,
  { frame, palette, random }: Stage,
  { x, y, radius, stretch }: Drop,
): void {
  const { x: cx, y: cy } = pixelsAt(frame, x, y)
  const size = radius * frame.unit
  const tall = size * stretch
  const wobble = random.between(-0.16, 0.16)
  const colour = new Float64Array(3)
  const scale = street.width / frame.width
  for (
    let row = Math.max(0, Math.floor(cy - tall - 1));
    row <= Math.min(frame.height - 1, cy + tall + 1);
    row++
  ) {
    for (
      let column = Math.max(0, Math.floor(cx - size * 1.3));
      column <= Math.min(frame.width - 1, cx + size * 1.3);
      column++
    ) {
      const dy = (row + 0.5 - cy) / tall
      const dx = (column + 0.5 - cx) / size + wobble * dy * dy
      const distance = Math.hypot(dx, dy)
      const edge = clamp((1 - distance) * size + 0.5)
      if (edge <= 0) continue
      const bulge = 1 + 1.4 * distance * distance
      sample(
        street,
        (cx - dx * bulge * frame.unit * 0.16) * scale,
        (cy - dy * bulge * frame.unit * 0.16) * scale,
        colour,
      )
      dimPixel(colour, 1.25 * (1 - 0.8 * smoothstep(0.5, 1, distance) * (0.55 - dy * 0.5)))
      addLight(colour, palette.haze, smoothstep(0.55, 0.95, distance) * clamp(dy) * 0.32)
      const glint = Math.exp(-((dx + 0.34) ** 2 + (dy + 0.42) ** 2) * 34)
      addLight(colour, palette.glow, glint * 0.7)
      coverAt(canvas, (row * frame.width + column) * 3, colour, edge * 0.92)
    }
  }
}

/** A drop that has run down, and the clear path it left, with small drops along it. */
function runDown(canvas: Canvas, street: Canvas, stage: Stage, own: Random): void {
  const { frame } = stage
  const noise = noiseFrom(own.fork('path'))
  const radius = own.between(0.007, 0.014)
  let x = own.between(-0.95, 0.95) * frame.right
  const end = own.between(-0.4, 0.95) * frame.bottom
  const colour = new Float64Array(3)
  const scale = street.width / frame.width
  for (let y = -frame.bottom; y < end; y += 0.5 / frame.unit) {
    x += noiseAt(noise, x * 4, y * 5) * 0.0011
    const width = radius * (0.5 + 0.25 * noiseAt(noise, 7, y * 9))
    const row = Math.floor((y + frame.bottom) * frame.unit)
    const [from, to] = [
      Math.floor((x - width + frame.right) * frame.unit),
      Math.ceil((x + width + frame.right) * frame.unit),
    ]
    for (let column = Math.max(0, from); column <= Math.min(frame.width - 1, to); column++) {
      const across = ((column + 0.5) / frame.unit - frame.right - x) / width
      const edge = clamp((1 - Math.abs(across)) * width * frame.unit)
      sample(street, (column - across * frame.unit * 0.03) * scale, row * scale, colour)
      dimPixel(colour, 0.9 + 0.25 * across)
      coverAt(canvas, (row * frame.width + column) * 3, colour, edge * 0.28)
    }
    if (own.chance(0.02))
      drawDrop(canvas, street, stage, {
        x: x + own.bell() * width,
        y,
        radius: radius * own.between(0.15, 0.5),
        stretch: 1.2,
      })
  }
  drawDrop(canvas, street, stage, { x, y: end, radius, stretch: 1.45 })
}
