import type { z } from 'zod'
import { type Kind, kindFacts } from '#catalogue/kinds.ts'
import { audioRefusal, createFailure } from '#contract/error-messages.ts'
import type { CreateEnvelope } from '#contract/generation.ts'
import type { ModelSelector } from '#services/generations/choose-model.ts'
import type { Words } from '../errors.ts'

/**
 * One create call: its path, and in which of the body's fields it says what is meant
 * (docs/spec/creation.md#kinds, docs/spec/api.md#routes).
 */
export type CreateEndpoint = {
  kind: Kind
  path: `/api/${string}`
  summary: string
  /** Where the generation type stands; kinds of one type have none. */
  typeField?: 'image_generation_type' | 'video_generation_type'
  /**
   * Where the model stands; the first one given wins. None given: the first model of its type, or
   * of the kind.
   */
  modelFields: readonly ('model' | 'modelId' | 'model_type')[]
  /** Other names that bodies have for a field, and the field's own. */
  also?: Readonly<Record<string, string>>
  /** Where refusals are worded otherwise than everywhere else. */
  words?: Words
}

const own: Omit<CreateEndpoint, 'path'>[] = [
  {
    kind: 'image',
    summary: 'Make images',
    typeField: 'image_generation_type',
    modelFields: ['model'],
    also: { image_strength: 'strength' },
    words: createFailure('image'),
  },
  {
    kind: 'image-editing',
    summary: 'Edit an image',
    modelFields: ['model_type', 'model'],
    words: createFailure('image'),
  },
  {
    kind: 'video',
    summary: 'Make a video',
    typeField: 'video_generation_type',
    modelFields: ['model', 'modelId'],
  },
  {
    kind: 'audio',
    summary: 'Make the sound of a video',
    modelFields: ['model'],
    words: audioRefusal,
  },
  {
    kind: 'image-understanding',
    summary: 'Ask a question about an image',
    modelFields: ['model'],
    words: createFailure('understanding'),
  },
]

export const createEndpoints: readonly CreateEndpoint[] = own.map((endpoint) => ({
  ...endpoint,
  path: kindFacts[endpoint.kind].createPath,
}))

type Body = z.infer<typeof CreateEnvelope>

/** Which type and model a body asks for, at this endpoint. */
export function readAsked(
  { kind, typeField, modelFields }: CreateEndpoint,
  body: Body,
): ModelSelector {
  const model = modelFields.map((name) => body[name]).find((given) => given != null)
  return { kind, type: (typeField && body[typeField]) ?? undefined, model: model ?? undefined }
}

/** The body with every field under its own name. */
export function readInput({ also = {} }: CreateEndpoint, body: Body): Record<string, unknown> {
  const renamed = Object.entries(also).filter(([name]) => name in body)
  return { ...Object.fromEntries(renamed.map(([name, field]) => [field, body[name]])), ...body }
}
