import { type AllowedModels, isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Field } from '#core/models/rules/fields.ts'
import { isStartFile } from '#core/models/rules/file-field.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { Refused } from '#core/refused.ts'

export const imageKinds: readonly Kind[] = ['image', 'image-editing']
const textKinds: readonly Kind[] = ['image-understanding', 'text']

/** Whether models of a kind answer a conversation with a text. */
export const answersInText = (kind: Kind): boolean => textKinds.includes(kind)

/**
 * The kinds of models that answer a conversation: with images, with a text, or where the client does not
 * say it (`undefined`) as the model that it names does.
 */
export function conversationKinds(wantsImage: boolean | undefined): readonly Kind[] {
  if (wantsImage === undefined) return [...imageKinds, ...textKinds]
  return wantsImage ? imageKinds : textKinds
}

/** The fields of a model that hold the images and the mask of a request. */
export type ImageFields = { images?: string; isList: boolean; mask?: string }

type Wanted = {
  /** The kinds that the endpoint makes. */
  kinds: readonly Kind[]
  /** The model as the client names it. */
  name: string | null | undefined
  hasImage?: boolean
  hasMask?: boolean
  /** The endpoint takes an audio file. */
  hasAudio?: boolean
  /** What the endpoint calls its images: named where the model needs one. */
  imageName?: string
  /** The models that the groups of the account allow; `null`: all. */
  allowed: AllowedModels
}

/**
 * Returns the model that a client's name means at an endpoint: by the operator's alias, else by its
 * id; without a name the first one. With an image, or audio, it is one that starts from one, and
 * otherwise one that needs no file. Those that are allowed come first; the charge refuses the others. Throws
 * `Refused`: `unknown_model`, or `invalid_input` for a model of another endpoint and a missing image.
 */
export function chooseModel(
  aliases: Readonly<Record<string, string>>,
  {
    kinds,
    name,
    hasImage = false,
    hasMask = false,
    hasAudio = false,
    imageName = 'image',
    allowed,
  }: Wanted,
): Model {
  const id = name == null ? undefined : Object.hasOwn(aliases, name) ? aliases[name] : name
  const all = listModels()
  if (id !== undefined && !all.some((model) => model.id === id))
    throw new Refused({ reason: 'unknown_model', model: name ?? '' })

  const ofKinds = kinds.flatMap((kind) => all.filter((model) => model.kind === kind))
  const named = ofKinds.filter((model) =>
    id === undefined ? !model.hidden && !model.makes : model.id === id,
  )
  const standIns = ofKinds.filter(
    ({ standsIn, kind }) => standsIn && named.some((model) => model.kind === kind),
  )
  const isAllowed = (model: Model) => isModelAllowed(allowed, model.id)
  const suitable = [...named, ...standIns]
    .filter((model) => {
      if (hasAudio) return startsFromAudio(model)
      return hasImage ? startsFromImage(model) : needed(model).length === 0
    })
    .toSorted((a, b) => Number(isAllowed(b)) - Number(isAllowed(a)))
  const chosen =
    (hasMask && suitable.find((model) => imageFields(model).mask !== undefined)) || suitable[0]
  if (chosen) return chosen
  const lacksImage = id !== undefined && !hasImage && named.some(startsFromImage)
  if (lacksImage)
    throw new Refused({
      reason: 'invalid_input',
      problems: [{ field: imageName, problem: 'required' }],
    })
  const options = [...new Set(ofKinds.filter(isAllowed).map((model) => model.id))]
  throw new Refused({
    reason: 'invalid_input',
    problems: [{ field: 'model', problem: 'not_an_option', options }],
  })
}

/** Finds the fields for images and a mask. */
export function imageFields({ fields }: Pick<Model, 'fields'>): ImageFields {
  const names = Object.keys(fields)
  const isImage = (name: string) => {
    const control = fields[name]?.control
    return (control?.kind === 'file' || control?.kind === 'files') && control.accept === 'image'
  }
  const maskOf = (name: string) => {
    const control = fields[name]?.control
    return control?.kind === 'file' ? control.maskOf : undefined
  }
  const isStart = (name: string) => {
    const control = fields[name]?.control
    return control !== undefined && isStartFile(control)
  }
  const images = names.find((name) => isImage(name) && isStart(name))
  const mask = names.find(
    (name) => isImage(name) && maskOf(name) === images && images !== undefined,
  )
  return {
    ...(images !== undefined && { images }),
    ...(mask !== undefined && { mask }),
    isList: images !== undefined && fields[images]?.control.kind === 'files',
  }
}

/** Returns the field for an audio file. */
export function audioField({ fields }: Pick<Model, 'fields'>): string | undefined {
  return Object.keys(fields).find((name) => {
    const control = fields[name]?.control
    return control?.kind === 'file' && control.accept === 'audio'
  })
}

function startsFromAudio(model: Model): boolean {
  const audio = audioField(model)
  return audio !== undefined && needed(model).every((name) => name === audio)
}

function startsFromImage(model: Model): boolean {
  const { images } = imageFields(model)
  return images !== undefined && needed(model).every((name) => name === images)
}

/** The files without which a model does nothing. */
function needed({ fields }: Model): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (isNeededFile(field) ? [name] : []))
}

function isNeededFile({ control, schema }: Field): boolean {
  if (control.kind === 'file') return !schema().safeParse('').success
  return control.kind === 'files' && !schema().safeParse([]).success
}
