/** The parts of a model in Replicate's API that matter here. */
type ModelParts = {
  owner: string
  name: string
  description: string
  isOfficial: boolean
  input: Record<string, Record<string, unknown>>
  required?: string[]
  output: Record<string, unknown>
  schemas?: Record<string, unknown>
  example: unknown
}

/** Returns a model as `GET /v1/models/{owner}/{name}` answers it, with the schemas that Cog makes. */
function replicateModel(parts: ModelParts) {
  const { owner, name, description, isOfficial, input, required, output, example } = parts
  const properties = Object.entries(input).map(([key, schema], place) => [
    key,
    { title: titleOf(key), ...schema, 'x-order': place },
  ])
  return {
    url: `https://replicate.com/${owner}/${name}`,
    ...{ owner, name, description, visibility: 'public', run_count: 12, is_official: isOfficial },
    default_example: { id: 'x', status: 'succeeded', input: {}, output: example },
    latest_version: {
      id: 'a'.repeat(64),
      created_at: '2026-05-01T10:00:00.000Z',
      cog_version: '0.14.1',
      openapi_schema: {
        openapi: '3.0.2',
        info: { title: 'Cog', version: '0.1.0' },
        paths: { '/predictions': { post: { summary: 'Predict' } } },
        components: {
          schemas: {
            // Documents are objects: the order of their keys says nothing.
            Input: {
              type: 'object',
              title: 'Input',
              properties: Object.fromEntries(properties.toReversed()),
              ...(required && { required }),
            },
            Output: { title: 'Output', ...output },
            Status: { enum: ['starting', 'processing', 'succeeded'], type: 'string' },
            ...parts.schemas,
          },
        },
      },
    },
  }
}

const titleOf = (key: string) => key.replaceAll('_', ' ').replace(/^./, (one) => one.toUpperCase())
const choice = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] })
const options = (name: string, values: string[]) => ({
  [name]: { type: 'string', title: name, enum: values, description: 'An enumeration.' },
})
const address = { type: 'string', format: 'uri' }

/** An official model of images: options are schemas of their own. */
export const fluxSchnell = replicateModel({
  ...{ owner: 'black-forest-labs', name: 'flux-schnell', isOfficial: true },
  description: 'The fastest image generation model tailored for local development.',
  input: {
    prompt: { type: 'string', description: 'Prompt for generated image' },
    aspect_ratio: {
      ...{ ...choice('aspect_ratio'), default: '1:1' },
      description: 'Aspect ratio for the generated image',
    },
    num_outputs: {
      ...{ type: 'integer', default: 1, minimum: 1, maximum: 4 },
      description: 'Number of outputs to generate',
    },
    seed: { type: 'integer', description: 'Random seed. Set for reproducible generation' },
    output_format: {
      ...{ ...choice('output_format'), default: 'webp' },
      description: 'Format of the output images',
    },
    output_quality: { type: 'integer', default: 80, minimum: 0, maximum: 100 },
    go_fast: { type: 'boolean', default: true, description: 'Run faster predictions' },
  },
  required: ['prompt'],
  output: { type: 'array', items: address },
  schemas: {
    ...options('aspect_ratio', ['1:1', '16:9', '9:16', '4:3', '3:4']),
    ...options('output_format', ['webp', 'jpg', 'png']),
  },
  example: ['https://replicate.delivery/yhqm/abc/out-0.webp'],
})

/** A model that is called by its version, and makes a video of an image. */
export const imageToVideo = replicateModel({
  ...{ owner: 'somebody', name: 'wan-i2v', isOfficial: false },
  description: 'Animates an image, see [the page](https://example.com).',
  input: {
    image: { ...address, description: 'The first frame of the video' },
    prompt: { type: 'string', description: 'What happens in the video' },
    duration: { type: 'integer', enum: [5, 10], default: 5, description: 'Length in seconds' },
    hf_token: { type: 'string', format: 'password', writeOnly: true, 'x-cog-secret': true },
    cfg: { type: 'number', default: 5, minimum: 0, maximum: 10, nullable: true },
  },
  required: ['image', 'prompt'],
  output: address,
  example: 'https://replicate.delivery/xezq/abc/output.mp4?token=1',
})

/** A model that answers questions about an image, in pieces. */
export const visionAnswers = replicateModel({
  ...{ owner: 'yorickvp', name: 'llava-13b', isOfficial: false },
  description: 'Visual instruction tuning towards large language and vision models',
  input: {
    image: { ...address, description: 'Input image' },
    prompt: { type: 'string', description: 'Prompt to use for text generation' },
    temperature: { type: 'number', default: 0.2, minimum: 0 },
  },
  required: ['image', 'prompt'],
  output: {
    ...{ type: 'array', items: { type: 'string' } },
    ...{ 'x-cog-array-type': 'iterator', 'x-cog-array-display': 'concatenate' },
  },
  example: ['The ', 'answer'],
})
