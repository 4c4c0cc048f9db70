import type { z } from 'zod'
import type { CreateEnvelope } from '#contract/generation.ts'
import type { Asked } from '#services/generations/starting/choose-model.ts'
import type { CreateEndpoint } from './create-endpoints.ts'

type Body = z.infer<typeof CreateEnvelope>

/** Which type and model a body asks for, at this door. */
export function readAsked({ kind, typeField, modelFields }: CreateEndpoint, body: Body): Asked {
  const model = modelFields.map((name) => body[name]).find((given) => given != null)
  return { kind, type: (typeField && body[typeField]) ?? undefined, model: model ?? undefined }
}

/** The body with every field under its own name. */
export function readInput({ also = {} }: CreateEndpoint, body: Body): Record<string, unknown> {
  const renamed = Object.entries(also).filter(([name]) => name in body)
  return { ...Object.fromEntries(renamed.map(([name, field]) => [field, body[name]])), ...body }
}
