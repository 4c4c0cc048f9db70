/** Returns the schemas of a model's API, as WaveSpeed's list has them. */
const schemas = (id: string, properties: Record<string, object>, required: string[]) => ({
  api_schemas: [
    {
      ...{ type: 'model_run', method: 'POST', server: 'https://api.wavespeed.ai' },
      api_path: `/api/v3/${id}`,
      request_schema: {
        ...{ type: 'object', properties, required },
        'x-order-properties': Object.keys(properties).toSorted(
          (one, other) => Number(other === 'prompt') - Number(one === 'prompt'),
        ),
      },
    },
  ],
})

const mode = (description: string) => ({ type: 'boolean', default: false, description })
const seed = {
  ...{ type: 'integer', default: -1, minimum: -1, maximum: 2_147_483_647 },
  description: 'The random seed to use for the generation.',
}

/** Two models as `GET /api/v3/models` of WaveSpeed lists them. */
export const waveSpeedModels = [
  {
    model_id: 'wavespeed-ai/flux-dev',
    name: 'wavespeed-ai/flux-dev',
    base_price: 0.012,
    description: 'Flux-dev text to image model, 12 billion parameter rectified flow transformer.',
    type: 'text-to-image',
    api_schema: schemas(
      'wavespeed-ai/flux-dev',
      {
        size: {
          ...{ type: 'string', default: '1024*1024', enum: ['512*512', '1024*1024', '1280*720'] },
          description: 'The size of the generated image.',
        },
        prompt: { type: 'string', description: 'Input prompt for image generation' },
        num_images: { type: 'integer', default: 1, minimum: 1, maximum: 4 },
        seed,
        enable_base64_output: mode('If enabled, the output will be encoded into base64.'),
        enable_sync_mode: mode('If set to true, the function will wait for the result.'),
      },
      ['prompt'],
    ),
  },
  {
    model_id: 'wavespeed-ai/wan-2.1/i2v-720p',
    name: 'wavespeed-ai/wan-2.1/i2v-720p',
    base_price: 0.3,
    formula: 'base_price * duration / 5',
    description: 'Image to video at 720p.',
    type: 'lora-support',
    api_schema: schemas(
      'wavespeed-ai/wan-2.1/i2v-720p',
      {
        image: { type: 'string', description: 'The image for generating the output.' },
        prompt: { type: 'string', description: 'The prompt for generating the output.' },
        reference_images: { type: 'array', items: { type: 'string' }, maxItems: 3 },
        voice: { type: 'string', description: 'The name of a voice.' },
        duration: { type: 'integer', default: 5, enum: [5, 10] },
        seed,
      },
      ['image', 'prompt'],
    ),
  },
]
