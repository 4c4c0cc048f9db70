import { readDocuments } from '@atelier/fal-emulator/documents'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readyDefinitions } from '#core/models/ready/ready-definitions.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { Definition } from '#core/models/rules/definition.ts'
import { availableValues, initialValues } from '#core/models/rules/form-values.ts'
import { imageSizes } from '#core/models/rules/image-sizes.ts'
import { chooseEndpoint } from '#core/models/rules/model.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { priceOf } from '#core/models/rules/price.ts'
import { providerSchemas } from '#testing/provider-schemas.ts'
import { testEmulator } from '#testing/server.ts'
import { type FramePlan, planFrame } from '../pixels/frame.ts'
import { maskBounds, maskToPixels } from '../pixels/mask.ts'
import { fitSize } from '../pixels/model-sizes.ts'
import { seamMask } from '../pixels/paste-back.ts'
import { cropMask, type Rect, type Size } from '../pixels/pixels.ts'
import { resizeMask } from '../pixels/resize.ts'
import { createRandom, randomInteger, randomMask } from '../pixels/test-support.ts'
import { listMaskUses, listUses, type ModelUse, optionOfSize } from './model-use.ts'
import { planSegmentation } from './segmentation.ts'

const ready = readyDefinitions.map((definition) => buildModel(definition as Definition))
const uses = listUses([...builtInModels, ...ready])
const maskUses = listMaskUses([...builtInModels, ...ready])
const cases = [...uses, ...maskUses].map((use) => ({ use, name: `${use.model.id} (${use.way})` }))
const endpointOf = ({ model }: ModelUse) => model.endpoints[0]

/** What is repainted of a mask, by the documentation of the endpoint. */
const documentedMasks: Record<string, 'white'> = {
  // docs.bfl.ai/flux_tools/flux_1_fill: black areas are preserved, white ones are inpainted.
  'fal-ai/flux-pro/v1/fill': 'white',
}

const address = 'https://files.example/canvas.png'
const maskAddress = 'https://files.example/mask.png'
const controlAddress = 'https://files.example/control.png'

/** The provider's own bounds of endpoints that take a control image; an unknown key is an error. */
const controlSchema = (preprocess: string) =>
  z.strictObject({
    prompt: z.string().min(1),
    control_lora_image_url: z.literal(controlAddress),
    control_lora_strength: z.number().min(0).max(2),
    // The image is one of edges or a depth map already.
    [preprocess]: z.literal(false),
    image_size: z.enum(Object.keys(imageSizes)),
    num_images: z.int().min(1).max(4),
    num_inference_steps: z.int().min(1).max(50),
    guidance_scale: z.number().min(0).max(35),
    output_format: z.literal('png'),
    seed: z.int().optional(),
    enable_safety_checker: z.boolean(),
  })
const schemas: Readonly<Record<string, z.ZodType>> = {
  ...providerSchemas,
  'fal-ai/flux-control-lora-canny': controlSchema('preprocess_canny'),
  'fal-ai/flux-control-lora-depth': controlSchema('preprocess_depth'),
  'fal-ai/image-preprocessors/depth-anything/v2': z.strictObject({
    image_url: z.literal(address),
  }),
  'fal-ai/dwpose': z.strictObject({
    image_url: z.literal(address),
    draw_mode: z.enum(['full-pose', 'body-pose', 'face-pose', 'hand-pose']),
  }),
}

/** The whole request of an endpoint that makes masks, by its documentation: white is what was found. */
const documentedRequests: Record<string, object> = {
  // fal.ai/models/fal-ai/evf-sam/llms.txt: `mask_only` outputs the binary mask.
  'fal-ai/evf-sam': {
    ...{ prompt: 'a red fox', image_url: address, mask_only: true },
    ...{ semantic_type: false, fill_holes: false },
  },
}

/** The values that the canvas sends for a part of a document. */
function valuesFor(use: ModelUse, size: Size) {
  const { model, promptField, imageField, maskField, isList, sizeField, controls } = use
  const option = optionOfSize(use, size)
  return availableValues(model, {
    ...{ ...initialValues(model), ...use.values },
    ...(promptField && { [promptField]: 'a red fox' }),
    ...(imageField && { [imageField]: isList ? [address] : address }),
    ...(maskField && { [maskField]: maskAddress }),
    ...Object.fromEntries(controls.map(({ name }) => [name, controlAddress])),
    ...(sizeField && option && { [sizeField]: option }),
  })
}

type Part = { document: Size; frame: Rect; painted: Rect | null }

const plan = (use: ModelUse, { document, frame, painted }: Part): FramePlan =>
  planFrame({
    ...{ document, frame, sizes: use.sizes, outside: 'extend' as const },
    ...{ maskBounds: painted, padding: painted ? 64 : 0 },
  })

/** Frames of all sizes on documents of all sizes, some of them beyond the edge, some with a mask. */
function randomParts(seed: number, count: number): Part[] {
  const random = createRandom(seed)
  const whole = (least: number, most: number) => randomInteger(random, least, most)
  return Array.from({ length: count }, () => {
    const document = { width: whole(1, 8192), height: whole(1, 8192) }
    const frame = {
      ...{ x: whole(-500, document.width - 1), y: whole(-500, document.height - 1) },
      ...{ width: whole(1, 4096), height: whole(1, 4096) },
    }
    const x = frame.x + whole(0, frame.width - 1)
    const y = frame.y + whole(0, frame.height - 1)
    const width = whole(1, frame.x + frame.width - x)
    const height = whole(1, frame.y + frame.height - y)
    return { document, frame, painted: random() < 0.6 ? { x, y, width, height } : null }
  })
}

const ratioOf = ({ width, height }: Size) => width / height
const ratioOfOption = (option: string) => {
  const [width, height] = option.split(':').map(Number)
  return width && height ? width / height : null
}

describe.each(cases)('$name on the canvas', ({ use }) => {
  const { model } = use
  const parts = randomParts(11, 60)

  it('is given a size that it takes, in the ratio of what is sent', () => {
    for (const part of parts) {
      const { crop, size } = plan(use, part)
      const said = JSON.stringify({ ...part, crop, size })
      // To less than a pixel of the document.
      const width = (crop.height * size.width) / size.height
      const height = (crop.width * size.height) / size.width
      const isExact = Math.abs(width - crop.width) < 1 || Math.abs(height - crop.height) < 1
      expect(isExact, said).toBe(true)
      if ('sizes' in use.sizes && use.sizes.sizes) {
        expect(use.sizes.sizes, said).toContainEqual(size)
        continue
      }
      expect([size.width % 16, size.height % 16], said).toEqual([0, 0])
      expect(Math.min(size.width, size.height), said).toBeGreaterThanOrEqual(256)
      expect(Math.max(size.width, size.height), said).toBeLessThanOrEqual(2048)
      expect(size.width * size.height, said).toBeLessThanOrEqual(2_100_000)
    }
  })

  it('is asked for a result in the shape of what is sent', () => {
    const { sizeField } = use
    if (!sizeField) return
    for (const part of parts) {
      const { size } = plan(use, part)
      const option = String(valuesFor(use, size)[sizeField])
      // `auto` follows the image.
      if (use.imageField && option === 'auto') continue
      const ratio =
        ratioOfOption(option) ?? ratioOf(model.pixels?.({ [sizeField]: option }) ?? size)
      expect(
        Math.abs(Math.log(ratio / ratioOf(size))),
        `${option} ${JSON.stringify(size)}`,
      ).toBeLessThan(0.03)
    }
  })

  it('has values that the server accepts', () => {
    for (const part of parts) {
      const values = valuesFor(use, plan(use, part).size)
      expect(parseInput(model, values), JSON.stringify(values)).toMatchObject({ ok: true })
    }
  })

  it('costs what the button says, in each size', () => {
    for (const part of parts) {
      const shown = valuesFor(use, fitSize(part.frame, use.sizes))
      const sent = valuesFor(
        use,
        plan(use, { ...part, painted: use.imageField ? part.painted : null }).size,
      )
      expect(priceOf(model, sent)).toEqual(priceOf(model, shown))
    }
  })
})

describe('the request to the provider', () => {
  let emulator: Awaited<ReturnType<typeof testEmulator>>
  beforeAll(async () => {
    const documents = readDocuments()
    emulator = await testEmulator({ documents, delayMs: 1, media: 'plain', durable: false })
  })
  const headers = { authorization: 'Key test:secret', 'content-type': 'application/json' }

  async function answerOf(endpoint: string, body: object) {
    const submitted = await fetch(`${emulator.url}/${endpoint}`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify(body),
    })
    const job = (await submitted.json()) as { status_url: string; response_url: string }
    await (await fetch(`${job.status_url}/stream`, { headers })).text()
    const answer = await fetch(job.response_url, { headers })
    return { status: answer.status, body: await answer.json() }
  }

  it.each(cases)('of $name is one of its endpoint', async ({ use }) => {
    const { model } = use
    const bodies = randomParts(12, 60).map((part) => {
      const parsed = parseInput(model, valuesFor(use, plan(use, part).size))
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
      const endpoint = chooseEndpoint(model, parsed.input)
      return JSON.stringify([endpoint, { ...model.toProvider(parsed.input), seed: undefined }])
    })
    for (const text of new Set(bodies)) {
      const [endpoint, body] = JSON.parse(text)
      expect(schemas[endpoint]?.safeParse(body).error?.issues, text).toBeUndefined()
      expect(await answerOf(endpoint, body), text).toMatchObject({ status: 200 })
      if (use.imageField) expect(text).toContain(address)
      if (use.maskField) expect(text).toContain(maskAddress)
      if (use.controls.length > 0) expect(text).toContain(controlAddress)
    }
  })
})

it('has a schema for each endpoint that takes or makes a control image', () => {
  const endpoints = uses
    .filter(({ controls, makesControl }) => controls.length > 0 || makesControl)
    .map(endpointOf)
  expect(endpoints).toEqual([
    ...['fal-ai/flux-control-lora-canny', 'fal-ai/flux-control-lora-depth'],
    ...['fal-ai/image-preprocessors/depth-anything/v2', 'fal-ai/dwpose'],
  ])
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(endpoints))
})

describe('a model that makes masks', () => {
  it.each(maskUses.map((use) => ({ use, id: use.model.id })))(
    '$id is sent the words and the image alone, and asked for nothing but a mask',
    ({ use }) => {
      for (const { document, frame } of randomParts(14, 20)) {
        const planned = planSegmentation(use, { document, frame })
        if (!planned) continue
        const parsed = parseInput(use.model, valuesFor(use, planned.plan.size))
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
        expect(use.model.toProvider(parsed.input)).toEqual(documentedRequests[endpointOf(use)])
      }
    },
  )
})

describe('a mask', () => {
  const masked = uses.filter(({ maskField }) => maskField)

  it('is of an endpoint that repaints what is white', () => {
    expect(masked.map((use) => [endpointOf(use), documentedMasks[endpointOf(use)]])).toEqual(
      masked.map((use) => [endpointOf(use), 'white']),
    )
  })

  it.each(masked.map((use) => ({ use, id: use.model.id })))(
    'of $id is as large as its image, white where something is painted, and black beyond its edge',
    ({ use }) => {
      const random = createRandom(13)
      for (let run = 0; run < 12; run++) {
        const document = {
          width: randomInteger(random, 40, 500),
          height: randomInteger(random, 40, 500),
        }
        const painted = randomMask(document, random)
        const frame = { x: 0, y: 0, ...document }
        const bounds = maskBounds(painted)
        const { crop, size } = plan(use, { document, frame, painted: bounds })
        const grow = 4
        const sent = seamMask(cropMask(painted, crop), { grow, feather: 0 })
        const pixels = maskToPixels(resizeMask(sent, size), 'white')
        expect({ width: pixels.width, height: pixels.height }).toEqual(size)
        const at = (x: number, y: number) => {
          const column = Math.floor(((x + 0.5 - crop.x) * size.width) / crop.width)
          const row = Math.floor(((y + 0.5 - crop.y) * size.height) / crop.height)
          return [...pixels.data.subarray((row * size.width + column) * 4).subarray(0, 4)]
        }
        const reach = seamMask(painted, { grow: grow + 2, feather: 0 })
        for (let y = 0; y < document.height; y++)
          for (let x = 0; x < document.width; x++) {
            const index = y * document.width + x
            const said = `run ${run}: ${x}, ${y}`
            if (painted.data[index] === 255) expect(at(x, y), said).toEqual([255, 255, 255, 255])
            if (reach.data[index] === 0) expect(at(x, y), said).toEqual([0, 0, 0, 255])
          }
      }
    },
  )
})
