import type { z } from 'zod'
import { type Kind, kindFacts } from '#catalogue/kinds.ts'
import { audioRefusal, createFailure } from '#contract/error-messages.ts'
import type { CreateEnvelope } from '#contract/generation.ts'
import type { ModelSelector } from '#services/generations/choose-model.ts'
import type { RefusalFields } from '../errors.ts'

/**
 * A create endpoint: its path, and the body fields that select type and model
 * (docs/spec/creation.md#kinds, docs/spec/api.md#routes).
 */
export type CreateEndpoint = {
  kind: Kind
  path: `/api/${string}`
  summary: string
  /** The field of the generation type; kinds of one type have none. */
  typeField?: 'image_generation_type' | 'video_generation_type'
  /**
   * The fields of the model; the first one present wins. Without one: the first model of its type,
   * or of the kind.
   */
  modelFields: readonly ('model' | 'modelId' | 'model_type')[]
  /** Other names of fields in the body. */
  also?: Readonly<Record<string, string>>
  /** The endpoint's own refusal fields. */
  words?: RefusalFields
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

/** Returns the type and model that a body selects at this endpoint. */
export function readModelSelector(
  { kind, typeField, modelFields }: CreateEndpoint,
  body: Body,
): ModelSelector {
  const model = modelFields.map((name) => body[name]).find((given) => given != null)
  return { kind, type: (typeField && body[typeField]) ?? undefined, model: model ?? undefined }
}

/** Returns the body with every field under its own name. */
export function readInput({ also = {} }: CreateEndpoint, body: Body): Record<string, unknown> {
  const renamed = Object.entries(also).filter(([name]) => name in body)
  return { ...Object.fromEntries(renamed.map(([name, field]) => [field, body[name]])), ...body }
}
