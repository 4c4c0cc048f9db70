import { listModels } from './catalogue.ts'
import type { Kind } from './kinds.ts'
import type { Model } from './model.ts'
import { type FieldProblem, isAsked, withImplied } from './parse-input.ts'

type Values = Record<string, unknown>

/**
 * Names of file fields in the provider's endpoints or in the addresses of our forms that no model's
 * request uses.
 */
const otherFileNames = ['image_urls', 'first_frame_url', 'last_frame_url', 'imageSrc']

/** Every name under which a request may contain a file, for any model. */
export function fileNames(): string[] {
  const ofModels = listModels().flatMap(({ fields }) =>
    Object.keys(fields).filter((name) => isFile(fields, name)),
  )
  return [...new Set(ofModels), ...otherFileNames]
}

/**
 * The generation type of a request that names none: that of the first model of its kind, in the
 * order of the catalogue, which accepts the most of its files. A start and an end image are a
 * first-to-last-frame video, a mask is for VACE; `image_to_video: true` counts as an image. `id`:
 * only models with this id, then those that replace others. `undefined` where there is no such
 * model.
 */
export function deriveType(kind: Kind, raw: Values, id?: string): string | undefined {
  const given = givenFiles(raw)
  const wanted = given.length === 0 && raw.image_to_video === true ? ['image_url'] : given
  const taken = ({ fields }: Model) => wanted.filter((name) => name in fields).length
  const ofKind = listModels().filter((model) => model.kind === kind)
  const candidates =
    id === undefined
      ? ofKind.filter(({ hidden }) => !hidden)
      : [...ofKind.filter((model) => model.id === id), ...ofKind.filter(({ standsIn }) => standsIn)]
  const most = Math.max(...candidates.map(taken))
  return candidates.find((model) => taken(model) === most)?.generationType
}

/**
 * The files of a request that its model does not accept, or not beside its other values:
 * `not_used`, by field.
 */
export function unusedFiles(model: Model, given: Values): FieldProblem[] {
  const raw = withImplied(model, given)
  const isTaken = (name: string) => {
    const field = isFile(model.fields, name) ? model.fields[name] : undefined
    return field !== undefined && isAsked(field, raw, model)
  }
  const unused = givenFiles(given).filter((name) => !isTaken(name))
  return [...unused, ...imageFlag(model, given)].map((field) => ({ field, problem: 'not_used' }))
}

/**
 * `image_to_video: true` says that the video starts from an image, which a model without images
 * does not accept.
 */
function imageFlag({ kind, fields }: Model, { image_to_video: flag }: Values): string[] {
  const startsFromImage = 'image_url' in fields || 'start_image_url' in fields
  return kind === 'video' && flag === true && !startsFromImage ? ['image_to_video'] : []
}

/** The names under which a request contains files; blank strings and empty lists contain none. */
function givenFiles(raw: Values): string[] {
  return fileNames().filter((name) => {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (typeof value === 'string') return value.trim() !== ''
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null
  })
}

function isFile(fields: Model['fields'], name: string): boolean {
  const kind = fields[name]?.control.kind
  return kind === 'file' || kind === 'files'
}
