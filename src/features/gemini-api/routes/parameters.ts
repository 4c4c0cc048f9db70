import { z } from 'zod'

const ImageConfig = z.strictObject({
  aspectRatio: z
    .string()
    .regex(/^[1-9]\d?:[1-9]\d?$/)
    .optional(),
  imageSize: z.enum(['1K', '2K', '4K']).optional(),
})

const Modality = z.preprocess(
  (given) => (typeof given === 'string' ? given.toUpperCase() : given),
  z.enum(['TEXT', 'IMAGE']),
)

const notSupported = { params: { problem: 'not_supported' } }
const absent = z
  .unknown()
  .refine((given) => given === undefined || given === null, notSupported)
  .optional()
const empty = z
  .unknown()
  .refine((given) => Array.isArray(given) && given.length === 0, notSupported)
  .optional()

const GenerationConfig = z.looseObject({
  responseModalities: z.array(Modality).min(1).max(2).optional(),
  imageConfig: ImageConfig.optional(),
  candidateCount: z.int().min(1).max(1).optional(),
  responseMimeType: z
    .unknown()
    .refine((given) => given === 'text/plain', notSupported)
    .optional(),
  responseSchema: absent,
  responseJsonSchema: absent,
  // How inputs are looked at, which the studio's models decide.
  mediaResolution: z.string().optional(),
})

/** The names of `generationConfig` that are not the model's own fields. */
export const knownOfConfig = Object.keys(GenerationConfig.shape)

/** A message of a conversation; only those that are used are read further. */
export const Content = z.looseObject({
  role: z.string().max(50).optional(),
  parts: z.array(z.unknown()).max(1_000).optional(),
})

const Parameters = z.looseObject({
  contents: z.array(Content).min(1).max(1_000),
  generationConfig: GenerationConfig.optional(),
  tools: empty,
  cachedContent: absent,
})

/** The body of `generateContent` (docs/gemini.md), whose names are also taken with underscores. */
export const GenerateParameters = z.preprocess((given) => withCamelCase(given), Parameters)

/** Its JSON schema, for the document. */
export const generateSchema = z.toJSONSchema(Parameters, { io: 'input', unrepresentable: 'any' })

/** The deepest name that is read is `contents[0].parts[0].inlineData.data`. */
const maxDepth = 8

function withCamelCase(given: unknown, depth = 0): unknown {
  if (typeof given !== 'object' || given === null || depth > maxDepth) return given
  if (Array.isArray(given)) return given.map((one) => withCamelCase(one, depth + 1))
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      withCamelCase(value, depth + 1),
    ]),
  )
}
