export type Workflow = Record<string, { class_type: string; inputs: Record<string, unknown> }>

/** A workflow in API form. */
export const workflow: Workflow = {
  3: { class_type: 'KSampler', inputs: { seed: 1, steps: 20, positive: ['6', 0] } },
  6: { class_type: 'CLIPTextEncode', inputs: { text: 'a red fox' } },
  9: { class_type: 'SaveImage', inputs: { images: ['3', 0] } },
}

/** A model of a ComfyUI server: an image of 5 credits. */
export const comfyDefinition = {
  id: 'own-image',
  name: 'An image on own machines',
  kind: 'image',
  generation_type: 'text-to-image',
  provider: 'comfyui',
  endpoints: [{ id: 'workflow' }],
  fields: { prompt: { control: 'text', required: true }, seed: { control: 'seed' } },
  price: { unit: 'image', base: 5 },
  workflow,
  request: { '6.inputs.text': { from: 'prompt' }, '3.inputs.seed': { from: 'seed' } },
  result: 'images',
}
