import type { Canvas } from '../canvas/canvas.ts'
import { drawStroke, type Point } from '../canvas/strokes.ts'
import type { Stage } from '../composition.ts'
import type { Light } from '../oklch.ts'

export type Placement = {
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
  standing: Placement,
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

/**
 * Small silhouettes made of bent strokes. A stroke is `x y, x y, x y, start end`: three points and
 * two radii, in shares of the figure's height, with the ground at 0, y upwards, looking to the
 * right.
 */
export const figures = {
  fox: `-.45 .54, 0 .64, .42 .58, .15 .16; .4 .6, .54 .7, .6 .8, .15 .11; .6 .82, .72 .83, .88 .76, .11 .025;
    .56 .88, .54 1, .53 1.08, .055 .008; .66 .89, .67 1, .69 1.07, .05 .008; .42 .48, .43 .25, .45 .02, .07 .025;
    .32 .48, .28 .25, .25 .02, .065 .025; -.42 .48, -.52 .26, -.43 .02, .12 .025; -.5 .48, -.62 .28, -.57 .02, .1 .025;
    -.55 .55, -.85 .6, -1.1 .34, .06 .125; -1.1 .34, -1.2 .24, -1.3 .2, .12 .015`,
  wolf: `-.45 .62, 0 .72, .42 .66, .14 .18; .4 .7, .55 .8, .66 .88, .17 .12; .66 .9, .78 .9, .95 .84, .11 .04;
    .6 .96, .59 1.04, .58 1.1, .045 .008; .69 .97, .7 1.04, .72 1.09, .04 .008; .42 .55, .43 .28, .45 .02, .08 .03;
    .3 .55, .27 .28, .25 .02, .075 .03; -.42 .55, -.54 .3, -.44 .02, .13 .03; -.5 .55, -.64 .32, -.6 .02, .11 .03;
    -.55 .64, -.78 .56, -.86 .3, .055 .03`,
  dog: `-.42 .57, 0 .66, .4 .6, .13 .17; .38 .64, .5 .76, .56 .86, .14 .1; .56 .9, .66 .9, .82 .85, .12 .06;
    .5 .95, .44 .88, .43 .78, .05 .035; .4 .5, .41 .25, .43 .02, .075 .035; .3 .5, .28 .25, .27 .02, .07 .035;
    -.4 .5, -.5 .28, -.42 .02, .12 .035; -.47 .5, -.58 .3, -.55 .02, .1 .035; -.52 .62, -.7 .7, -.74 .92, .04 .018`,
  deer: `-.36 .62, 0 .68, .34 .63, .13 .14; .34 .68, .46 .82, .52 .98, .11 .06; .52 1, .62 1, .73 .94, .065 .025;
    .48 1.04, .42 1.08, .37 1.09, .028 .008; .52 1.05, .42 1.22, .5 1.42, .017 .007; .46 1.2, .55 1.27, .58 1.36, .013 .006;
    .55 1.05, .62 1.22, .56 1.4, .015 .007; .59 1.22, .68 1.27, .7 1.36, .012 .006; .33 .56, .33 .3, .35 .01, .052 .018;
    .25 .56, .22 .3, .2 .01, .048 .018; -.36 .58, -.48 .35, -.4 .01, .1 .018; -.43 .58, -.56 .37, -.53 .01, .085 .018;
    -.48 .68, -.53 .66, -.55 .6, .035 .018`,
  horse: `-.4 .76, 0 .78, .38 .78, .17 .17; .38 .84, .52 .98, .6 1.16, .15 .085; .6 1.2, .72 1.16, .84 1.02, .085 .045;
    .58 1.26, .58 1.3, .59 1.35, .028 .008; .36 .68, .38 .35, .38 .01, .085 .028; .26 .68, .22 .35, .2 .01, .08 .028;
    -.38 .68, -.52 .4, -.42 .01, .13 .028; -.46 .68, -.62 .42, -.58 .01, .11 .028; -.56 .84, -.74 .74, -.72 .36, .045 .04;
    .34 .98, .42 1.1, .54 1.24, .05 .03`,
  camel: `-.38 .76, 0 .8, .32 .76, .16 .15; -.08 .9, -.02 1.1, .06 .9, .12 .12; .36 .74, .62 .62, .64 1, .1 .055;
    .64 1.04, .72 1.07, .84 1.03, .06 .03; .32 .68, .33 .35, .33 .01, .07 .025; .22 .68, .19 .35, .17 .01, .065 .025;
    -.36 .68, -.44 .38, -.38 .01, .1 .025; -.44 .68, -.54 .38, -.52 .01, .09 .025; -.5 .8, -.56 .7, -.56 .55, .02 .015`,
  cat: `0 .2, -.04 .42, .1 .62, .25 .15; .15 .8, .18 .81, .22 .81, .14 .13; .05 .88, .03 .98, .03 1.04, .055 .008;
    .27 .89, .3 .98, .31 1.03, .05 .008; .2 .5, .25 .25, .26 .03, .09 .045; -.2 .07, -.55 -.02, -.62 .25, .045 .025`,
  rabbit: `-.2 .25, 0 .38, .15 .36, .23 .18; .3 .52, .36 .55, .44 .51, .14 .07; .26 .64, .19 .88, .14 1.05, .045 .02;
    .33 .66, .32 .88, .32 1.05, .042 .02; .2 .2, .22 .1, .26 .03, .07 .035; -.2 .1, -.05 .04, .06 .04, .09 .04;
    -.44 .26, -.46 .27, -.47 .28, .07 .07`,
  person: `-.04 .4, -.05 .2, -.055 .02, .05 .024; .045 .4, .06 .2, .075 .02, .05 .024; .005 .34, 0 .56, -.01 .76, .125 .085;
    -.08 .77, -.13 .62, -.12 .5, .038 .022; .07 .77, .12 .62, .13 .5, .038 .022; 0 .82, .005 .87, .01 .9, .03 .03;
    .012 .925, .012 .935, .012 .945, .055 .053`,
  sailboat: `-.3 .07, 0 -.03, .34 .09, .05 .025; 0 .06, 0 .5, 0 1, .01 .006; .13 .26, .08 .5, .015 .97, .115 .003;
    -.11 .22, -.06 .5, -.015 .8, .085 .003`,
  skiff: `-.55 .1, 0 -.06, .55 .14, .05 .018; -.12 .08, -.16 .28, -.12 .4, .075 .06; -.1 .5, -.1 .51, -.1 .52, .05 .05;
    -.23 .52, -.1 .64, .03 .52, .022 .022; -.02 .36, .08 .34, .16 .4, .025 .02; .1 .02, .17 .45, .26 .95, .011 .008`,
  lighthouse: `-.7 -.02, -.35 0, 0 .02, .01 .07; 0 .02, .4 0, .85 -.02, .07 .01; -.3 .02, -.1 .08, .1 .04, .05 .06;
    0 .06, 0 .4, 0 .74, .1 .064; -.09 .755, 0 .755, .09 .755, .014 .014; 0 .78, 0 .82, 0 .85, .042 .042;
    0 .88, 0 .93, 0 .98, .055 .006`,
} as const

export type FigureName = keyof typeof figures
