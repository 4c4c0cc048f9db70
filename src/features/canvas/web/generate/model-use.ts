import type { ControlImageKind } from '#core/models/rules/control-image-kinds.ts'
import { isStartFile } from '#core/models/rules/file-field.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import { imageSizes, pixelsOf } from '#core/models/rules/image-sizes.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { ResultTool } from '#core/models/rules/result-tools.ts'
import type { ModelSizes } from '../pixels/model-sizes.ts'
import type { Size } from '../pixels/pixels.ts'

/**
 * How a model works on a canvas: with a mask, with the image and words, from words alone, or with the
 * image alone.
 */
export type Way = 'inpaint' | 'edit' | 'text' | 'tool'

/** A field for an image that guides the result, and the kinds of control layers that it takes. */
export type ControlField = { name: string; kinds: readonly ControlImageKind[]; isNeeded: boolean }

/**
 * What a model needs of a canvas, by what its definition declares: its field for the picture (a list
 * of up to `maxImages`), for a mask of it, for control images, and for the size.
 */
export type ModelUse = {
  model: Model
  way: Way
  promptField?: string
  imageField?: string
  isList: boolean
  maxImages: number
  maskField?: string
  controls: readonly ControlField[]
  sizeField?: string
  sizes: ModelSizes
  /** Its field for how many results it makes, with the numbers that it may have. */
  count?: { field: string; options: readonly number[] }
  /** What its results show, where they are control images. */
  makesControl?: ControlImageKind
  /** What it is sent in other fields: PNG, which loses nothing, where it can be asked for it. */
  values: FormValues
}

/** What most models of images take; what comes back is scaled to the frame. */
const usualSizes: ModelSizes = { minSide: 256, maxSide: 2048, maxPixels: 2_100_000, multipleOf: 16 }

/**
 * Returns the models that can work on a canvas, those with a mask first, then those that start from
 * an image, and tools last; none that needs another file than these and control images, and none
 * that makes masks.
 */
export function listUses(models: readonly Model[]): ModelUse[] {
  const order: readonly Way[] = ['inpaint', 'edit', 'text', 'tool']
  return models
    .filter(({ kind, hidden, tool }) => /^image(-editing)?$/.test(kind) && (!hidden || tool))
    .filter(({ makes }) => makes === undefined)
    .flatMap((model) => useOf(model) ?? [])
    .toSorted((a, b) => order.indexOf(a.way) - order.indexOf(b.way))
}

/** Returns the models that make a mask of an image and words, in the order of the models. */
export function listMaskUses(models: readonly Model[]): ModelUse[] {
  return models.filter(({ makes }) => makes === 'mask').flatMap((model) => useOf(model) ?? [])
}

function useOf(model: Model): ModelUse | null {
  const files = Object.entries(model.fields).flatMap(([name, { control, schema }]) => {
    if (control.kind !== 'file' && control.kind !== 'files') return []
    const isNeeded = !schema().safeParse(control.kind === 'file' ? '' : []).success
    return [{ name, control, isNeeded }]
  })
  const maskOf = (file: (typeof files)[number]) =>
    file.control.kind === 'file' ? file.control.maskOf : undefined
  const controls = files.flatMap(({ name, control, isNeeded }) =>
    control.kind === 'file' && control.controlImage
      ? [{ name, kinds: control.controlImage, isNeeded }]
      : [],
  )
  const isControl = ({ name }: { name: string }) => controls.some((field) => field.name === name)
  // An optional picture of a model that makes images of words is an example of a style, not its subject.
  const image = files.find(
    (file) =>
      file.control.accept === 'image' &&
      isStartFile(file.control) &&
      (file.isNeeded || model.kind === 'image-editing'),
  )
  const mask = files.find((file) => image && maskOf(file) === image.name)
  if (files.some((one) => one.isNeeded && one !== image && one !== mask && !isControl(one)))
    return null
  const name = model.promptField ?? 'prompt'
  const promptField = model.fields[name]?.control.kind === 'text' ? name : undefined
  if (!promptField && !(model.tool && image)) return null
  const size = sizeField(model)
  const count = countField(model)
  const makesControl = model.tool && controlOfTool[model.tool.tool]
  return {
    model,
    ...(promptField && { promptField }),
    way: model.tool ? 'tool' : mask ? 'inpaint' : image ? 'edit' : 'text',
    ...(image && { imageField: image.name }),
    isList: image?.control.kind === 'files',
    maxImages: image?.control.kind === 'files' ? image.control.max : image ? 1 : 0,
    ...(mask && { maskField: mask.name }),
    controls,
    ...(size && { sizeField: size.name }),
    sizes: sizesOf(image !== undefined, size),
    ...(count && { count }),
    ...(makesControl && { makesControl }),
    values: lossless(model),
  }
}

/** The tools whose results are control images. */
const controlOfTool: Readonly<Partial<Record<ResultTool, ControlImageKind>>> = {
  'depth-map': 'depth',
  pose: 'pose',
}

const formatName = 'output_format'

function lossless({ fields }: Model): FormValues {
  const control = fields[formatName]?.control
  const hasPng = control?.kind === 'segments' && control.options.includes('png')
  return hasPng ? { [formatName]: 'png' } : {}
}

/** What models call the number of images that they make. */
const countName = 'num_images'

function countField({ fields }: Model): ModelUse['count'] {
  const control = fields[countName]?.control
  if (control?.kind !== 'segments') return undefined
  const options = control.options.filter((option) => typeof option === 'number')
  return options.length > 1 ? { field: countName, options } : undefined
}

type SizeField = { name: string; sizes: Size[]; followsImage: boolean }

/** The field with the shape of the result, and the size that each of its options means. */
function sizeField({ fields }: Model): SizeField | undefined {
  for (const [name, { control }] of Object.entries(fields)) {
    if (control.kind !== 'shape') continue
    const sizes = control.options.flatMap((option) => sizeOfOption(option) ?? [])
    if (sizes.length > 0) return { name, sizes, followsImage: control.options.includes(follows) }
  }
  return undefined
}

/** The option of a result in the shape of its picture. */
const follows = 'auto'

/** A picture that the result does not follow is sent in one of the shapes that it can have. */
function sizesOf(hasImage: boolean, field: SizeField | undefined): ModelSizes {
  if (!field || (hasImage && field.followsImage)) return usualSizes
  return hasImage ? { ...usualSizes, ratios: field.sizes } : { sizes: field.sizes }
}

function sizeOfOption(option: string): Size | undefined {
  if (option in imageSizes) return pixelsOf(option)
  const [, width, height] = /^(\d{1,2}):(\d{1,2})$/.exec(option) ?? []
  if (!width || !height) return undefined
  const scale = Math.sqrt((1024 * 1024) / (Number(width) * Number(height)))
  return {
    width: Math.round(Number(width) * scale),
    height: Math.round(Number(height) * scale),
  }
}

/** The option of the size field for what is sent in this size: the nearest shape, if none is it. */
export function optionOfSize(use: ModelUse, size: Size): string | undefined {
  const control = use.sizeField === undefined ? undefined : use.model.fields[use.sizeField]?.control
  if (control?.kind !== 'shape') return undefined
  if (use.imageField && control.options.includes(follows)) return follows
  const shapes = control.options.flatMap((option) => {
    const shape = sizeOfOption(option)
    return shape ? { option, shape } : []
  })
  const isSame = ({ shape }: (typeof shapes)[number]) =>
    shape.width === size.width && shape.height === size.height
  const difference = ({ shape }: (typeof shapes)[number]) =>
    Math.abs(Math.log((shape.width * size.height) / (shape.height * size.width)))
  const nearest = shapes.toSorted((a, b) => difference(a) - difference(b))[0]
  return (shapes.find(isSame) ?? nearest)?.option
}
