import { type Canvas, dimAt, lightAt, pixelsAt } from '../canvas/canvas.ts'
import { splat } from '../canvas/strokes.ts'
import type { Stage } from '../composition.ts'
import { clamp, layered, mix, noiseFrom, type Random, smoothstep } from '../noise.ts'
import { blend, dim, type Light } from '../oklch.ts'

type Jellyfish = {
  x: number
  y: number
  /** Half its breadth. */
  size: number
  /** 0 far to 1 near. */
  near: number
  bright: number
  /** Its slant, as sine and cosine. */
  lean: readonly [cos: number, sin: number]
  /** How high its bell is for its breadth. */
  pulse: number
  inner: Light
  outer: Light
}

/** A bell of light with its threads; further ones are smaller and dimmer. */
export function drawJellyfish(canvas: Canvas, stage: Stage, index: number): void {
  const { frame, random, palette, time } = stage
  const own = random.fork(`jellyfish ${index}`)
  const near = index === 0 ? own.between(0.75, 1.2) : own.next() ** 2.4 * 0.75
  const lean = own.between(-0.45, 0.45)
  const jellyfish: Jellyfish = {
    x: own.between(-0.8, 0.8) * frame.right,
    y: own.between(-0.65, 0.3) * frame.bottom - time * 0.004,
    size: mix(0.02, 0.13, near),
    near,
    bright: mix(0.22, 0.8, near),
    lean: [Math.cos(lean), Math.sin(lean)],
    pulse: own.between(0.62, 0.9),
    inner: blend(palette.accent, palette.haze, 0.35),
    outer: blend(palette.haze, palette.glow, 0.35),
  }
  drawThreads(canvas, stage, jellyfish, own)
  drawBell(canvas, stage, jellyfish)
}

function drawThreads(
  canvas: Canvas,
  { frame, time }: Stage,
  jellyfish: Jellyfish,
  own: Random,
): void {
  const { x, y, size, near, bright, inner, outer } = jellyfish
  const [cos, sin] = jellyfish.lean
  const noise = noiseFrom(own)
  for (let thread = 0; thread < 26; thread++) {
    const from = own.between(-0.92, 0.92) * size
    const length = size * own.between(1.2, 4.4)
    const phase = own.between(0, 9)
    const broad = own.chance(0.3)
    const steps = Math.round(length * frame.unit * 0.7)
    for (let step = 0; step < steps; step++) {
      const down = step / steps
      const wave = layered(noise, down * 2.2 + phase, phase + time * 0.1, 2) * size * 0.75 * down
      const across = from * (1 - down * 0.5) + wave
      const at = pixelsAt(
        frame,
        x + across * cos - down * length * sin,
        y + across * sin + down * length * cos,
      )
      const light = (1 - down) ** 1.6 * bright * (broad ? 0.09 : 0.07)
      const radius = (broad ? 0.0026 : 0.0008) * frame.unit * (0.5 + near) * (1 - down * 0.6)
      splat(canvas, at, { radius, light: dim(broad ? inner : outer, light) })
    }
  }
}

function drawBell(canvas: Canvas, { frame }: Stage, jellyfish: Jellyfish): void {
  const { size, near, bright, inner, outer } = jellyfish
  const [cos, sin] = jellyfish.lean
  const centre = pixelsAt(frame, jellyfish.x, jellyfish.y)
  const reach = size * 1.25 * frame.unit
  const right = Math.min(frame.width, centre.x + reach)
  for (
    let row = Math.max(0, Math.floor(centre.y - reach));
    row < Math.min(frame.height, centre.y + reach);
    row++
  ) {
    const dy = (row + 0.5 - centre.y) / frame.unit / size
    for (let column = Math.max(0, Math.floor(centre.x - reach)); column < right; column++) {
      const dx = (column + 0.5 - centre.x) / frame.unit / size
      const { veil, core, inside } = bellAt(
        dx * cos + dy * sin,
        dx * sin - dy * cos,
        jellyfish.pulse,
      )
      if (inside <= 0) continue
      const at = (row * frame.width + column) * 3
      dimAt(canvas, at, 1 - 0.25 * clamp(inside * near))
      lightAt(canvas, at, outer, veil * inside * bright)
      lightAt(canvas, at, inner, core * inside * bright * 0.75)
    }
  }
}

const nothing = { veil: 0, core: 0, inside: 0 }

/**
 * How the bell shines at a place, in shares of its size: its rim, its ribs and hem, and the warmth
 * in its middle.
 */
function bellAt(across: number, up: number, pulse: number) {
  const hem = -0.16 - 0.05 * Math.cos(across * 16) + 0.14 * across * across
  const shape = Math.hypot(across, up > 0 ? up / pulse : up * 1.5)
  if (shape > 1.12 || up < hem - 0.06) return nothing
  const rim = smoothstep(0.7, 0.985, shape) ** 2
  const ribs = 0.5 + 0.5 * Math.cos(Math.atan2(across, up + 0.35) * 18)
  const edge = Math.exp(-(((up - hem) / 0.05) ** 2)) * 0.5
  return {
    veil: 0.12 + 0.6 * rim + 0.14 * ribs * (1 - shape) + edge,
    core: Math.exp(-((across / 0.42) ** 2) - ((up - 0.3) / 0.3) ** 2),
    inside: smoothstep(1.02, 0.97, shape) * smoothstep(hem - 0.03, hem + 0.03, up),
  }
}
