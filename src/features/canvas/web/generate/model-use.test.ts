import { describe, expect, it } from 'vitest'
import { readyDefinitions } from '#core/models/ready/ready-definitions.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { Definition } from '#core/models/rules/definition.ts'
import { file, files } from '#core/models/rules/file-field.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { fitSize } from '../pixels/model-sizes.ts'
import { listMaskUses, listUses, optionOfSize } from './model-use.ts'

const ready = readyDefinitions.map((definition) => buildModel(definition as Definition))
const uses = listUses([...builtInModels, ...ready])
const useOf = (id: string, type?: string) => {
  const found = uses.find(
    ({ model }) => model.id === id && (!type || model.generationType === type),
  )
  if (!found) throw new Error(`${id} is not offered`)
  return found
}

describe('listUses', () => {
  it('offers every model that makes or changes one image of a prompt, and no other', () => {
    const names = (way: string) =>
      uses.filter((use) => use.way === way).map(({ model }) => model.id)
    expect(names('inpaint')).toEqual(['flux-pro-v1-fill'])
    expect(names('edit')).toEqual([
      ...['flux-dev', 'flux-pro-kontext', 'nano-banana-edit', 'qwen-image-edit'],
    ])
    expect(names('text')).toEqual([
      ...['flux-dev', 'flux-schnell', 'janus-pro', 'flux-2', 'qwen-image', 'z-image-turbo'],
      ...['nano-banana-pro', 'bytedance-seedream-v4.5-text-to-image', 'ideogram-v3'],
      ...['flux-control-lora-canny', 'flux-control-lora-depth'],
    ])
    expect(names('tool')).toEqual([
      ...['esrgan', 'birefnet-v2', 'clarity-upscaler', 'bria-background-remove'],
      ...['depth-anything-v2', 'dwpose'],
    ])
  })

  it('offers no model that makes masks, which are listed by themselves', () => {
    expect(uses.map(({ model }) => model.id)).not.toContain('evf-sam')
    expect(listMaskUses([...builtInModels, ...ready])).toMatchObject([
      { model: { id: 'evf-sam' }, imageField: 'image_url', promptField: 'prompt', maxImages: 1 },
    ])
    expect(listMaskUses(builtInModels)).toEqual([])
  })

  it('finds the mask of a model that has one, and its picture', () => {
    expect(useOf('flux-pro-v1-fill')).toMatchObject({
      ...{ way: 'inpaint', imageField: 'image_url', maskField: 'mask_image_url' },
    })
    expect(uses[0]?.way).toBe('inpaint')
  })

  it('knows a list of pictures from one', () => {
    expect(useOf('flux-pro-kontext')).toMatchObject({ way: 'edit', isList: false, maxImages: 1 })
    const { model, imageField = '' } = useOf('flux-pro-kontext')
    const fields = { ...model.fields, [imageField]: files('image', { min: 1, max: 4 }) }
    expect(listUses([{ ...model, fields }])).toMatchObject([
      { way: 'edit', imageField, isList: true, maxImages: 4 },
    ])
    expect(useOf('flux-dev', 'text-to-image')).toMatchObject({ way: 'text' })
  })

  it('finds the control images of a model, which are no pictures of it', () => {
    const canny = useOf('flux-control-lora-canny')
    expect(canny).toMatchObject({
      ...{ way: 'text', maxImages: 0 },
      controls: [{ name: 'control_image_url', kinds: ['edges', 'scribble'], isNeeded: true }],
    })
    expect(canny).not.toHaveProperty('imageField')
    const { model } = useOf('flux-pro-v1-fill')
    const guide = file('image', { controlImage: ['pose'] })
    expect(listUses([{ ...model, fields: { guide, ...model.fields } }])).toMatchObject([
      {
        ...{ way: 'inpaint', imageField: 'image_url', maskField: 'mask_image_url' },
        controls: [{ name: 'guide', kinds: ['pose'], isNeeded: false }],
      },
    ])
  })

  it('knows which tools make control images', () => {
    expect(useOf('depth-anything-v2').makesControl).toBe('depth')
    expect(useOf('dwpose').makesControl).toBe('pose')
    expect(useOf('esrgan')).not.toHaveProperty('makesControl')
  })

  it('asks for PNG where a model has it', () => {
    expect(useOf('flux-pro-v1-fill').values).toEqual({ output_format: 'png' })
    expect(useOf('flux-dev', 'text-to-image').values).toEqual({})
  })

  it('knows how many results a model may make', () => {
    expect(useOf('flux-pro-v1-fill').count).toEqual({ field: 'num_images', options: [1, 2, 3, 4] })
  })

  it('gives each model values that it accepts', () => {
    const address = '/media/0197a0a0-0000-7000-8000-000000000001/1.png'
    for (const use of [...uses, ...listMaskUses(ready)]) {
      const { model, promptField, imageField, maskField, isList, sizeField, sizes, controls } = use
      const option = optionOfSize(use, fitSize({ width: 1200, height: 900 }, sizes))
      const values = {
        ...{ ...initialValues(model), ...use.values },
        ...(promptField && { [promptField]: 'a red fox' }),
        ...(imageField && { [imageField]: isList ? [address] : address }),
        ...(maskField && { [maskField]: address }),
        ...Object.fromEntries(controls.map(({ name }) => [name, address])),
        ...(sizeField && option && { [sizeField]: option }),
      }
      expect(parseInput(model, values), model.id).toMatchObject({ ok: true })
    }
  })
})

it('chooses the shape of a model that is nearest to the frame', () => {
  const use = useOf('flux-dev', 'text-to-image')
  const shape = (width: number, height: number) =>
    optionOfSize(use, fitSize({ width, height }, use.sizes))
  expect(shape(1600, 900)).toBe('landscape_16_9')
  expect(shape(900, 1600)).toBe('portrait_16_9')
  expect(shape(1000, 1000)).toMatch(/^square/)
})
