import type { Canvas } from '../canvas/canvas.ts'
import type { Stage } from '../composition.ts'
import { clamp, dice, mix, type Random } from '../noise.ts'
import { blend, dim, type Light } from '../oklch.ts'

export type Towers = {
  /** 0 far to 1 near. */
  near: number
  shore: number
  /** Are their windows lit? */
  lit: boolean
}

type Tower = {
  left: number
  right: number
  top: number
  /** Steps back towards the top: how much narrower, and from which height. */
  setback: number
  crown: number
  spire: number
  window: { wide: number; tall: number; share: number; colours: readonly Light[]; key: number }
  sign: Light | undefined
}

/** One row of towers. Windows smaller than a pixel blend into an even glow. */
export function raiseTowers(canvas: Canvas, stage: Stage, towers: Towers): void {
  const { frame, random } = stage
  const own = random.fork(`towers ${towers.near}`)
  for (let x = -frame.right - own.between(0, 0.1); x < frame.right; ) {
    const width = mix(0.02, 0.05, towers.near) * own.between(0.45, 1.5)
    drawTower(canvas, stage, towers, makeTower(stage, towers, own, x, width))
    x += width + (own.chance(0.3) ? own.between(0, 0.05) : own.between(0, 0.008))
  }
}

function makeTower(
  { palette }: Stage,
  { near, shore }: Towers,
  own: Random,
  left: number,
  width: number,
): Tower {
  const centre = 0.45 + 0.55 * Math.exp(-((left / 0.3) ** 2))
  const tallest = near < 0.35 ? mix(0.5, 0.42, near / 0.35) : mix(0.34, 0.085, (near - 0.35) / 0.65)
  const height = tallest * own.between(0.16, 1) ** 1.25 * mix(centre, 1, near * 0.5) + 0.018
  const warm = [
    blend(palette.glow, [1, 0.6, 0.24], 0.62),
    blend(palette.glow, [1, 0.78, 0.5], 0.6),
    palette.glow,
  ]
  const cool = [blend(palette.glow, [0.75, 0.9, 1], 0.6), palette.haze, palette.mid]
  return {
    left,
    right: left + width,
    top: shore - height,
    setback: own.chance(0.45) ? own.between(0.12, 0.3) : 0,
    crown: own.between(0.1, 0.4),
    spire: own.chance(0.22) ? own.between(0.02, 0.09) : 0,
    window: {
      wide: mix(0.0024, 0.0042, near) * own.between(0.8, 1.5),
      tall: mix(0.0032, 0.0056, near) * own.between(0.85, 1.3),
      share: own.between(0.06, 0.55) * mix(1, 0.5, near),
      colours: own.chance(0.78) ? warm : cool,
      key: own.whole(0, 1e6),
    },
    sign: own.chance(0.12) ? palette.accent : undefined,
  }
}

function drawTower(canvas: Canvas, stage: Stage, towers: Towers, tower: Tower): void {
  const { frame, palette } = stage
  const { near, shore, lit } = towers
  const body =
    near < 0.5
      ? blend(blend(palette.mid, palette.haze, 0.35), palette.shade, 0.35 + near)
      : dim(blend(palette.shade, palette.deep, near), 1.15 - near * 0.45)
  const tone = lit ? dim(body, mix(0.62, 0.55, near)) : body
  const from = Math.max(0, Math.floor((tower.left + frame.right) * frame.unit))
  const to = Math.min(frame.width - 1, Math.ceil((tower.right + frame.right) * frame.unit))
  const first = Math.max(0, Math.floor((tower.top - tower.spire + frame.bottom) * frame.unit))
  const last = Math.min(frame.height - 1, Math.floor((shore + frame.bottom) * frame.unit))
  const middle = (tower.left + tower.right) / 2
  const height = shore - tower.top
  for (let row = first; row <= last; row++) {
    const y = (row + 0.5) / frame.unit - frame.bottom
    const down = (y - tower.top) / height
    const full = (tower.right - tower.left) / 2
    const half = down < 0 ? 0.0007 : down < tower.crown ? full * (1 - tower.setback) : full
    for (let column = from; column <= to; column++) {
      const x = (column + 0.5) / frame.unit - frame.right
      const edge = clamp((half - Math.abs(x - middle)) * frame.unit + 0.5)
      if (edge <= 0) continue
      const side = 1 + 0.22 * ((x - middle) / full)
      const at = (row * frame.width + column) * 3
      const light = down > 0.015 && lit ? windowLight(tower, x, y) : undefined
      const strip =
        lit &&
        tower.sign &&
        down > 0.04 &&
        down < 0.5 &&
        Math.abs(x - middle - full * 0.62) < 0.0011
          ? tower.sign
          : undefined
      for (let part = 0; part < 3; part++) {
        const glow = light ? (light.colour[part] as number) * light.strength : 0
        const sign = strip ? (strip[part] as number) * 0.9 : 0
        const value =
          (tone[part] as number) * side * (0.6 + 0.75 * clamp(down) ** 1.5) + glow + sign
        const before = canvas.data[at + part] as number
        canvas.data[at + part] = before + (value - before) * edge
      }
    }
  }
}

function windowLight(
  { left, top, window }: Tower,
  x: number,
  y: number,
): { colour: Light; strength: number } | undefined {
  const across = (x - left) / window.wide
  const down = (y - top) / window.tall
  const [column, floor] = [Math.floor(across), Math.floor(down)]
  const inside = Math.abs(across - column - 0.5) < 0.31 && Math.abs(down - floor - 0.5) < 0.27
  if (!inside) return undefined
  const chance = dice(window.key, column, floor)
  const wholeFloor = dice(window.key, -7, floor) < 0.07
  if (chance > window.share && !wholeFloor) return undefined
  const colour = window.colours[Math.floor(chance * 997) % window.colours.length] as Light
  return { colour, strength: 0.25 + 1.7 * ((chance * 41) % 1) ** 3 }
}
