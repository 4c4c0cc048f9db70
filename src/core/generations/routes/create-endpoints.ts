import type { z } from 'zod'
import type { RefusalFields } from '#core/http/errors.ts'
import { factsOfKind, type Kind, type KindFacts, kinds } from '#core/models/rules/kinds.ts'
import { audioRefusal, createFailure } from '#core/texts/contract/error-messages.ts'
import type { ModelSelector } from '../choose-model.ts'
import type { CreateEnvelope } from '../generation-contract.ts'

/**
 * A create endpoint: its path, and the body fields that select type and model
 * (docs/spec/creation.md#kinds, docs/spec/api.md#routes).
 */
export type CreateEndpoint = Pick<KindFacts, 'typeField' | 'modelFields'> & {
  kind: Kind
  path: `/api/${string}`
  summary: string
  /** Other names of fields in the body. */
  also?: Readonly<Record<string, string>>
  /** The endpoint's own refusal fields. */
  words?: RefusalFields
}

/** What only some endpoints have; the rest follows from the kind's facts. */
const own: Partial<Record<Kind, Pick<CreateEndpoint, 'also' | 'words'>>> = {
  image: { also: { image_strength: 'strength' }, words: createFailure('image') },
  'image-editing': { words: createFailure('image') },
  audio: { words: audioRefusal },
  'image-understanding': { words: createFailure('understanding') },
}

export const createEndpoints: readonly CreateEndpoint[] = kinds.map((kind) => {
  const { createPath: path, createSummary: summary, typeField, modelFields } = factsOfKind(kind)
  return { kind, path, summary, ...(typeField && { typeField }), modelFields, ...own[kind] }
})

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
