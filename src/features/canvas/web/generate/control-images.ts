import type { FormValues } from '#core/models/rules/form-values.ts'
import { findControlLayer, readControlLayer } from '../document/control-layers.ts'
import type { Layer } from '../document/layers.ts'
import type { FramePlan } from '../pixels/frame.ts'
import type { Pixels } from '../pixels/pixels.ts'
import { resizePixels } from '../pixels/resize.ts'
import { resizeLines } from '../pixels/resize-lines.ts'
import type { ControlField, ModelUse } from './model-use.ts'

/** The control layer that each field of a model takes: the uppermost shown one of its kinds. */
export function chooseControlLayers(
  { controls }: Pick<ModelUse, 'controls'>,
  layers: readonly Layer[],
): { field: ControlField; layer: Layer }[] {
  return controls.flatMap((field) => {
    const layer = findControlLayer(layers, field.kinds)
    return layer ? [{ field, layer }] : []
  })
}

/** Returns the first field that a model needs a control layer for, and has none. */
export function findMissingControl(
  use: Pick<ModelUse, 'controls'>,
  layers: readonly Layer[],
): ControlField | undefined {
  return use.controls.find(
    ({ kinds, isNeeded }) => isNeeded && findControlLayer(layers, kinds) === undefined,
  )
}

/** Sends an image and returns its address. */
type Send = (pixels: Pixels, name: string) => Promise<string>

/** Sends the part of each control layer that the model sees, as large as what it is sent. */
export async function sendControlImages(
  use: ModelUse,
  { layers, plan }: { layers: readonly Layer[]; plan: FramePlan },
  send: Send,
): Promise<FormValues> {
  const values: FormValues = {}
  for (const { field, layer } of chooseControlLayers(use, layers)) {
    const part = readControlLayer(layers, layer, plan.crop)
    const isLines = layer.control === 'edges' || layer.control === 'scribble'
    const pixels = isLines ? resizeLines(part, plan.size) : resizePixels(part, plan.size)
    if (pixels) values[field.name] = await send(pixels, `control-${layer.control}.png`)
  }
  return values
}
