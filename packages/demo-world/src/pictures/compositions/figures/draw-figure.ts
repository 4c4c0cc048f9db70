import type { Canvas } from '../../canvas/canvas.ts'
import { drawStroke, type Point } from '../../canvas/stroke.ts'
import type { Light } from '../../colour/oklch.ts'
import type { Stage } from '../stage.ts'
import { type FigureName, figures } from './figures.ts'

export type Standing = {
  /** Where its feet are, in scene units. */
  x: number
  y: number
  /** Negative for a reflection. */
  height: number
  colour: Light
  /** 0 to 1: how solid it is in the haze. */
  strength: number
  facing: 'left' | 'right'
}

type Part = { points: readonly [Point, Point, Point]; radius: readonly [number, number] }

/** The figure a prompt speaks of, among those that belong in this kind of place. */
export function figureFor({ tags }: Stage, fitting: readonly FigureName[]): FigureName | undefined {
  return fitting.find((name) => tags.has(name))
}

/** Draws a silhouette. */
export function drawFigure(
  canvas: Canvas,
  { frame }: Stage,
  name: FigureName,
  standing: Standing,
): void {
  const side = standing.facing === 'right' ? 1 : -1
  const size = standing.height * frame.unit
  const place = ({ x, y }: Point): Point => ({
    x: (standing.x + frame.right) * frame.unit + side * x * Math.abs(size),
    y: (standing.y + frame.bottom) * frame.unit - y * size,
  })
  for (const { points, radius } of partsOf(name)) {
    const [from, through, to] = points
    drawStroke(canvas, [place(from), place(through), place(to)], {
      radius: [
        Math.max(0.4, radius[0] * Math.abs(size)),
        Math.max(0.3, radius[1] * Math.abs(size)),
      ],
      colour: standing.colour,
      strength: standing.strength,
    })
  }
}

function partsOf(name: FigureName): Part[] {
  return figures[name].split(';').map((text) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, start = 0, end = 0] = text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number)
    return {
      points: [
        { x: a, y: b },
        { x: c, y: d },
        { x: e, y: f },
      ],
      radius: [start, end],
    }
  })
}
