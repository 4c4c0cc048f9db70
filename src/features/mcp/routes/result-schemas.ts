import { z } from 'zod'
import { statuses } from '#core/generations/rules/status.ts'
import { kinds } from '#core/models/rules/kinds.ts'

// What tools return as structured content, as `tools/list` says: clients check each answer against it.

/** A file of a result, or one that was uploaded. Lengths in ms. */
const FileSummary = z.strictObject({
  url: z.string(),
  content_type: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
})

/** What answers say of a generation. */
export const GenerationSummary = z.strictObject({
  id: z.string(),
  request_id: z.string(),
  status: z.enum(statuses),
  kind: z.enum(kinds),
  model: z.string(),
  generation_type: z.string(),
  prompt: z.string(),
  credits_charged: z.int(),
  credits_refunded: z.int(),
  files: z.array(FileSummary),
  answer: z.string().nullable().meta({ description: 'Of image understanding.' }),
  progress: z.int().nullish().meta({ description: 'Percent, while it is running.' }),
  queue_position: z.int().nullish(),
  note: z.string().optional(),
  error_code: z.string().optional(),
  error_message: z.string().nullish(),
  is_public: z.boolean(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
})
export type GenerationSummary = z.infer<typeof GenerationSummary>

export const GenerationAnswer = GenerationSummary.extend({ credits_left: z.int() })

export const CancelAnswer = GenerationAnswer.extend({
  cancellation: z.enum(['cancelled', 'cancelling']).meta({
    description:
      '`cancelled`: refunded in full. `cancelling`: the provider was asked; it may still finish.',
  }),
})

export const HistoryAnswer = z.strictObject({
  generations: z.array(GenerationSummary),
  total: z.int(),
  page: z.int(),
  total_pages: z.int(),
  credits_charged: z.literal(0),
})

export const ModelsAnswer = z.strictObject({
  models: z.array(
    z.strictObject({
      model: z.string(),
      name: z.string(),
      kind: z.enum(kinds),
      generation_type: z.string(),
      tool: z.string(),
      strength: z.string().optional(),
      base_credits: z.record(z.string(), z.number()),
      unit: z.enum(['image', 'job']),
      fields: z.array(z.string()).optional(),
      input: z
        .looseObject({})
        .optional()
        .meta({ description: 'The JSON Schema of its fields, where one model was asked for.' }),
    }),
  ),
  credits_charged: z.literal(0),
})

export const QuoteAnswer = z.strictObject({
  model: z.string(),
  credits: z.int(),
  at_most: z.boolean(),
  breakdown: z.looseObject({}),
  credits_charged: z.literal(0),
})

export const UploadAnswer = FileSummary.extend({ id: z.string(), credits_charged: z.literal(0) })

/** A refusal, which is a result with `isError`. Some codes have more members, such as `fields`. */
const RefusalAnswer = z.looseObject({
  code: z.string(),
  message: z.string(),
  credits_charged: z.literal(0),
})

/** Returns the output schema of a tool: its answer, or a refusal, which older clients check, too. */
export function describeAnswer(schema: z.ZodObject): { type: 'object' } & Record<string, unknown> {
  const [answer, refusal] = [schema, RefusalAnswer].map((one) => {
    const { $schema: _, ...described } = z.toJSONSchema(one)
    return described
  })
  return { type: 'object', anyOf: [answer, refusal] }
}
