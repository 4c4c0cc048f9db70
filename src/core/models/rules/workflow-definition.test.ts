import { describe, expect, it } from 'vitest'
import { buildModel } from './build-model.ts'
import { readDefinition } from './read-definition.ts'

const valid = {
  id: 'own',
  name: 'On own machines',
  kind: 'image',
  generation_type: 'text-to-image',
  provider: 'comfyui',
  endpoints: [{ id: 'workflow' }],
  fields: { prompt: { control: 'text', required: true }, seed: { control: 'seed' } },
  price: { unit: 'image', base: 0, free: true },
  workflow: {
    3: { class_type: 'KSampler', inputs: { seed: 5, positive: ['6', 0] } },
    6: { class_type: 'CLIPTextEncode', inputs: { text: '' }, _meta: { title: 'Prompt' } },
  },
  request: { '6.inputs.text': { from: 'prompt' }, '3.inputs.seed': { from: 'seed' } },
  result: 'images',
}

describe('a definition with a workflow', () => {
  it('sets inputs of its nodes, a random seed where none is given, and changes nothing else', () => {
    const read = readDefinition(valid)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    const model = buildModel(read.definition)
    expect(model.toProvider({ prompt: 'a fox', seed: '7' })).toEqual({
      3: { class_type: 'KSampler', inputs: { seed: '7', positive: ['6', 0] } },
      6: { ...valid.workflow[6], inputs: { text: 'a fox' } },
    })
    const open = model.toProvider({ prompt: 'a fox' })
    expect(open).toMatchObject({ 3: { inputs: { seed: null } } })
    expect(valid.workflow[3].inputs.seed).toBe(5)
  })

  it.each([
    [
      'a node it lacks',
      { request: { '7.inputs.text': { from: 'prompt' } } },
      'request.7.inputs.text',
    ],
    [
      'a part of a node',
      { request: { '6.class_type': { from: 'prompt' } } },
      'request.6.class_type',
    ],
    ['a node without inputs', { workflow: { 6: { class_type: 'x' } } }, 'workflow.6.inputs'],
    ['a workflow that is a list', { workflow: [] }, 'workflow'],
    ['a price of 0 by omission', { price: { unit: 'image', base: 0 } }, 'price.base'],
    ['a free price above 0', { price: { unit: 'image', base: 1, free: true } }, 'price.free'],
  ])('is rejected with its path: %s', (_, changes, path) => {
    const read = readDefinition({ ...valid, ...changes })
    expect(read.ok ? [] : read.problems.map((problem) => problem.path)).toContain(path)
  })

  it('is rejected beyond 500 nodes', () => {
    const node = { class_type: 'x', inputs: {} }
    const workflow = Object.fromEntries(Array.from({ length: 501 }, (_, id) => [id, node]))
    expect(readDefinition({ ...valid, workflow, request: {} }).ok).toBe(false)
  })
})
