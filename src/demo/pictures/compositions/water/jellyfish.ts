import type { Canvas } from '../../canvas/canvas.ts'
import { splat } from '../../canvas/dots.ts'
import { blend, dim } from '../../colour/oklch.ts'
import { clamp, mix, smoothstep } from '../../field/curves.ts'
import { layered, noiseFrom } from '../../field/noise.ts'
import type { Stage } from '../stage.ts'

/** A bell of light with its threads; further ones are smaller and dimmer. */
export function drawJellyfish(canvas: Canvas, stage: Stage, index: number): void {
  const { frame, random, palette, time } = stage
  const own = random.fork(`jellyfish ${index}`)
  const noise = noiseFrom(own)
  const near = index === 0 ? own.between(0.75, 1.2) : own.next() ** 2.4 * 0.75
  const size = mix(0.02, 0.13, near)
  const x = own.between(-0.8, 0.8) * frame.right
  const y = own.between(-0.65, 0.3) * frame.bottom - time * 0.004
  const lean = own.between(-0.45, 0.45)
  const pulse = own.between(0.62, 0.9)
  const bright = mix(0.22, 0.8, near)
  const inner = blend(palette.accent, palette.haze, 0.35)
  const outer = blend(palette.haze, palette.glow, 0.35)
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)]
  const place = (across: number, up: number) => ({
    x: (x + across * cos + up * sin + frame.right) * frame.unit,
    y: (y + across * sin - up * cos + frame.bottom) * frame.unit,
  })

  for (let thread = 0; thread < 26; thread++) {
    const from = own.between(-0.92, 0.92) * size
    const length = size * own.between(1.2, 4.4)
    const phase = own.between(0, 9)
    const broad = own.chance(0.3)
    const steps = Math.round(length * frame.unit * 0.7)
    for (let step = 0; step < steps; step++) {
      const down = step / steps
      const wave = layered(noise, down * 2.2 + phase, phase + time * 0.1, 2) * size * 0.75 * down
      const at = place(from * (1 - down * 0.5) + wave, -down * length)
      const light = (1 - down) ** 1.6 * bright * (broad ? 0.09 : 0.07)
      const radius = (broad ? 0.0026 : 0.0008) * frame.unit * (0.5 + near) * (1 - down * 0.6)
      splat(canvas, at.x, at.y, { radius, light: dim(broad ? inner : outer, light) })
    }
  }
  drawBell()

  function drawBell() {
    const reach = size * 1.25 * frame.unit
    const centre = place(0, 0)
    for (let row = Math.max(0, Math.floor(centre.y - reach)); row < Math.min(frame.height, centre.y + reach); row++) {
      for (
        let column = Math.max(0, Math.floor(centre.x - reach));
        column < Math.min(frame.width, centre.x + reach);
        column++
      ) {
        const dx = (column + 0.5 - centre.x) / frame.unit / size
        const dy = (row + 0.5 - centre.y) / frame.unit / size
        const across = dx * cos + dy * sin
        const up = dx * sin - dy * cos
        const hem = -0.16 - 0.05 * Math.cos(across * 16) + 0.14 * across * across
        const shape = Math.hypot(across, up > 0 ? up / pulse : up * 1.5)
        if (shape > 1.12 || up < hem - 0.06) continue
        const inside = smoothstep(1.02, 0.97, shape) * smoothstep(hem - 0.03, hem + 0.03, up)
        const rim = smoothstep(0.7, 0.985, shape) ** 2
        const ribs = 0.5 + 0.5 * Math.cos(Math.atan2(across, up + 0.35) * 18)
        const core = Math.exp(-((across / 0.42) ** 2) - ((up - 0.3) / 0.3) ** 2)
        const edge = Math.exp(-(((up - hem) / 0.05) ** 2)) * 0.5
        const veil = (0.12 + 0.6 * rim + 0.14 * ribs * (1 - shape) + edge) * inside * bright
        const glow = core * inside * bright * 0.75
        const at = (row * frame.width + column) * 3
        for (let part = 0; part < 3; part++) {
          const added = (outer[part] as number) * veil + (inner[part] as number) * glow
          canvas.data[at + part] = (canvas.data[at + part] as number) * (1 - 0.25 * clamp(inside * near)) + added
        }
      }
    }
  }
}
