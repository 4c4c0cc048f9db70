import { m } from '#web/messages/compiled/messages.js'
import { createEmpty } from './canvases.ts'
import { createEditor, maskColor, type NewLayer } from './document/editor-store.ts'
import { Raster } from './document/raster.ts'
import type { ShapeContent } from './document/shape-drawing.ts'
import { saveNow } from './document/use-saving.ts'
import type { Point, Size } from './pixels/pixels.ts'

const size: Size = { width: 1536, height: 1024 }
const horizon = 640

/** Makes the demo document: shapes, a drawing, a text and a mask. Returns its id. Throws `ApiError`. */
export async function createDemo(): Promise<string> {
  const editor = createEditor(size)
  for (const layer of demoLayers()) editor.addLayer(layer)
  const id = await createEmpty(size, m.canvas_demo())
  await saveNow(editor, { id, version: 1, name: '' })
  return id
}

const demoLayers = (): NewLayer[] => [
  {
    ...{ kind: 'shape', name: m.canvas_demo_sky() },
    shape: gradient(horizon, ['#2b3a67', '#f6a26b']),
  },
  {
    ...{ kind: 'shape', name: m.canvas_demo_sun(), x: 610, y: 440 },
    shape: area('ellipse', { width: 250, height: 250 }, '#ffe3a3'),
  },
  {
    ...{ kind: 'shape', name: m.canvas_demo_hills(), y: horizon - 200 },
    shape: { ...area('polygon', { width: size.width, height: 200 }, '#3d3550'), points: hills },
  },
  {
    ...{ kind: 'shape', name: m.canvas_demo_water(), y: horizon },
    shape: gradient(size.height - horizon, ['#e08a63', '#1f2a4d']),
  },
  { kind: 'drawing', name: m.canvas_demo_light(), raster: lightOnWater(), opacity: 0.6 },
  {
    ...{ kind: 'text', name: m.canvas_demo_title(), x: 96, y: 80 },
    text: {
      ...{ text: m.canvas_demo_title(), font_size: 120, font_family: 'serif', weight: 700 },
      ...{ color: '#fff4e0', align: 'left', width: null },
    },
  },
  { kind: 'mask', name: m.canvas_mask(), raster: maskOnWater() },
]

function area(shape: ShapeContent['shape'], sides: Size, fill: string): ShapeContent {
  return { shape, ...sides, fill, stroke: null, stroke_width: 0 }
}

const gradient = (height: number, [fill, fill_to]: [string, string]): ShapeContent => ({
  ...area('gradient', { width: size.width, height }, fill),
  fill_to,
})

const hills: Point[] = [
  ...[
    { x: 0, y: 200 },
    { x: 0, y: 90 },
    { x: 210, y: 20 },
    { x: 420, y: 120 },
  ],
  ...[
    { x: 640, y: 60 },
    { x: 860, y: 150 },
    { x: 1100, y: 40 },
    { x: 1330, y: 110 },
  ],
  ...[
    { x: size.width, y: 0 },
    { x: size.width, y: 200 },
  ],
]

/** Strokes below the sun, wider towards the shore. */
function lightOnWater(): Raster {
  const raster = new Raster()
  raster.draw({ x: 0, y: horizon, width: size.width, height: size.height - horizon }, (context) => {
    context.strokeStyle = '#ffe3a3'
    context.lineCap = 'round'
    context.lineWidth = 8
    context.beginPath()
    for (let row = 0; row < 9; row++) {
      const [y, half] = [horizon + 24 + row * 36, 50 + row * 22]
      const shift = row % 2 === 0 ? 18 : -18
      context.moveTo(735 + shift - half, y)
      context.lineTo(735 + shift + half, y)
    }
    context.stroke()
  })
  return raster
}

/** The part of the water where a model is to add something. */
function maskOnWater(): Raster {
  const raster = new Raster()
  raster.draw({ x: 960, y: 660, width: 400, height: 240 }, (context) => {
    context.fillStyle = maskColor
    context.beginPath()
    context.ellipse(1160, 780, 190, 110, 0, 0, 2 * Math.PI)
    context.fill()
  })
  return raster
}
