import { z } from 'zod'
import { type AllowedModels, isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import { CreateEnvelope } from '#core/generations/generation-contract.ts'
import { type CreateEndpoint, createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { documentModel } from '#core/models/routes/document-model.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import { type Kind, kinds } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'

/** How long a call waits for a generation unless it says otherwise, and at most, in seconds. */
const defaultWait = 45
const maxWait = 600

/** How long a call waits for a generation to end. */
export const WaitSeconds = z
  .int()
  .min(0)
  .max(maxWait)
  .default(defaultWait)
  .meta({
    description:
      'How long to wait for the result, in seconds; 0 returns without waiting. A generation that takes longer goes on, ' +
      'and get_generation returns it.',
  })

/** What every tool that generates takes beside the fields of its models. */
export const GenerateArguments = z.looseObject({
  model: z.string().optional(),
  generation_type: z.string().optional(),
  max_credits: z.int().min(0).optional().meta({
    description: 'The most this call may cost. A higher price is refused and nothing is charged.',
  }),
  request_id: CreateEnvelope.shape.request_id,
  is_public: z.boolean().optional().meta({
    description: 'Whether others may see the result; absent: the preference of the account.',
  }),
  wait_seconds: WaitSeconds,
})

/** Tools whose name is not `generate_` and the kind. */
const toolNames: Partial<Record<Kind, string>> = {
  'image-editing': 'edit_image',
  'image-understanding': 'understand_image',
  transcription: 'transcribe',
}

/** Returns the name of the tool that generates this kind. */
export function generateToolName(kind: Kind): string {
  return toolNames[kind] ?? `generate_${kind.replaceAll('-', '_')}`
}

/** Returns the kind that a tool generates; `undefined`: it is another tool. */
export function kindOfTool(name: string): Kind | undefined {
  return kinds.find((kind) => generateToolName(kind) === name)
}

/** Returns the endpoint whose rules a kind's tool follows. */
export function createEndpointFor(kind: Kind): CreateEndpoint {
  const endpoint = createEndpoints.find((one) => one.kind === kind)
  if (!endpoint) throw new Error(`Nothing creates ${kind}`)
  return endpoint
}

type Property = Record<string, unknown>

/** Returns the fields of one model as JSON Schema properties, and those it requires. */
export function describeFields(model: Model): {
  properties: Record<string, Property>
  required: string[]
} {
  const { properties, required } = documentModel(model, createEndpointFor(model.kind)) as {
    properties: Record<string, Property>
    required: string[]
  }
  const isField = (name: string) => name in model.fields
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isField(name))),
    required: required.filter(isField),
  }
}

/**
 * Returns the JSON Schema of a kind's tool: the fields of all its models that are allowed. Where models differ in a
 * field, each form is an alternative; `list_models` has the exact schema of one.
 */
export function generateSchema(kind: Kind, allowed: AllowedModels): Property {
  const models = listModels().filter(
    (model) => model.kind === kind && isModelAllowed(allowed, model.id),
  )
  const described = models.map((model) => ({ model, ...describeFields(model) }))
  const names = [...new Set(models.flatMap(({ fields }) => Object.keys(fields)))]
  const fields = names.map((name) => {
    const having = described.filter(({ properties }) => name in properties)
    return [name, mergeField(having.map((one) => one.properties[name] as Property))]
  })
  const required = names.filter((name) => described.every((one) => one.required.includes(name)))
  const { properties } = z.toJSONSchema(GenerateArguments, { io: 'input', unrepresentable: 'any' })
  return {
    type: 'object',
    properties: {
      ...properties,
      model: { type: 'string', enum: [...new Set(models.map(({ id }) => id))] },
      ...typeProperty(models),
      ...Object.fromEntries(fields),
    },
    required,
  }
}

function typeProperty(models: readonly Model[]): Record<string, Property> {
  const types = [...new Set(models.map(({ generationType }) => generationType))]
  const description = 'Absent: what fits the model and the files.'
  return { generation_type: { type: 'string', enum: types, description } }
}

/** Defaults are the model's: a client must not send one model's default to another. */
function mergeField(forms: Property[]): Property {
  const different = new Map(
    forms.map(({ default: _, ...form }) => [JSON.stringify(form), form] as const),
  )
  const [only, ...others] = different.values()
  return others.length === 0 ? (only ?? {}) : { anyOf: [...different.values()] }
}
