import { Hono } from 'hono'
import { z } from 'zod'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { chooseModel } from '#core/client-apis/choose-model.ts'
import type { GivenFile } from '#core/client-apis/given-files.ts'
import { imageRequest } from '#core/client-apis/image-request.ts'
import { refuseProblems } from '#core/client-apis/model-request.ts'
import { checkMask } from '#core/client-apis/routes/check-mask.ts'
import { awaitResult } from '#core/client-apis/routes/follow-result.ts'
import { startRequest } from '#core/client-apis/routes/start-request.ts'
import { streamResult } from '#core/client-apis/routes/stream-result.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { presentImages, readConversion } from './present-images.ts'
import { readParameters } from './read-parameters.ts'
import { imageEvents } from './stream-images.ts'

/** The parameters of OpenAI's API (docs/openai.md#images). */
export const ImageParameters = z.looseObject({
  prompt: z.string().min(1),
  model: z.string().min(1).max(200).optional(),
  n: z.int().min(1).max(10).optional(),
  size: z.string().max(20).optional(),
  quality: z.enum(['auto', 'low', 'medium', 'high', 'standard', 'hd']).optional(),
  response_format: z.enum(['url', 'b64_json']).optional(),
  output_format: z.enum(['png', 'jpeg', 'webp']).optional(),
  output_compression: z.int().min(0).max(100).optional(),
  background: z.enum(['auto', 'opaque', 'transparent']).optional(),
  moderation: z.enum(['auto', 'low']).optional(),
  input_fidelity: z.enum(['low', 'high']).optional(),
  style: z.enum(['vivid', 'natural']).optional(),
  user: z.string().max(1000).optional(),
  stream: z.boolean().optional(),
  partial_images: z.int().min(0).max(3).optional(),
})
type ImageParameters = z.infer<typeof ImageParameters>

/** Those of a variation, which has no words of its own. */
export const VariationParameters = ImageParameters.omit({ prompt: true, stream: true })

const known = Object.keys(ImageParameters.shape)

/** What edits an image: models of editing, and those that start from one. */
const kinds: readonly Kind[] = ['image-editing', 'image']

/** `POST /v1/images/generations` and `POST /v1/images/edits`. */
export function imageRoutes(options: ApiOptions) {
  return new Hono<Env>()
    .post('/v1/images/generations', signedIn, async (c) => {
      const account = c.get('account')
      const { parameters } = await readParameters(options, c, {
        accountId: account.id,
        schema: ImageParameters,
      })
      const request = { account, parameters, kinds: ['image'], images: [] } as const
      return answer(options, c, { ...request, event: 'image_generation' })
    })
    .post('/v1/images/edits', signedIn, async (c) => {
      const account = c.get('account')
      const { parameters, files } = await readParameters(options, c, {
        accountId: account.id,
        schema: ImageParameters,
        files: ['image', 'images', 'mask'],
      })
      const images = [...(files.get('image') ?? []), ...(files.get('images') ?? [])]
      if (images.length === 0) refuseProblems([{ field: 'image', problem: 'required' }])
      const [mask] = files.get('mask') ?? []
      const request = { account, parameters, kinds, images, ...(mask && { mask }) }
      return answer(options, c, { ...request, event: 'image_edit' })
    })
    .post('/v1/images/variations', signedIn, async (c) => {
      const account = c.get('account')
      const { parameters, files } = await readParameters(options, c, {
        accountId: account.id,
        schema: VariationParameters,
        files: ['image'],
      })
      const images = files.get('image') ?? []
      if (images.length === 0) refuseProblems([{ field: 'image', problem: 'required' }])
      const prompted = { prompt: variationPrompt, ...parameters }
      const request = { account, parameters: prompted, kinds: variationKinds, images }
      return answer(options, c, { ...request, event: 'image_edit' })
    })
}

const variationKinds: readonly Kind[] = ['image', 'image-editing']

/** What models are asked for that need words, as all but those of OpenAI do. */
const variationPrompt = 'A variation of this image'

type ImageRequest = {
  account: AccountRow
  parameters: ImageParameters
  kinds: readonly Kind[]
  images: readonly GivenFile[]
  mask?: GivenFile
  /** How the names of its events begin. */
  event: 'image_generation' | 'image_edit'
}

async function answer(options: ApiOptions, c: RequestContext, request: ImageRequest) {
  const { account, parameters, event } = request
  if (parameters.background === 'transparent')
    refuseProblems([{ field: 'background', problem: 'not_supported' }])
  const { settings } = options.context.settings.current()
  const model = chooseModel(settings.openai_aliases, {
    kinds: request.kinds,
    name: parameters.model,
    hasImage: request.images.length > 0,
    hasMask: request.mask !== undefined,
    allowed: await readAllowedModels(options.context, account.id),
  })
  const { images, mask } = request
  if (mask) await checkMask(options, c, { account, image: images[0], mask })
  const asked = imageRequest(model, { parameters, known, images, ...(mask && { mask }) })
  const begin = () => startRequest(options, c, account, asked)
  const conversion = readConversion(parameters)
  if (parameters.stream) {
    const { quality = 'auto', partial_images: partialImages = 0 } = parameters
    const events = imageEvents(options, c, { event, quality, partialImages, conversion })
    return streamResult(options, c, { accountId: account.id, begin, events })
  }
  const { id } = await begin()
  const found = await awaitResult(options, c, { accountId: account.id, id })
  const answer = { format: formatOf(parameters), conversion }
  return c.json(await presentImages(options, c, found, answer), 200)
}

/** OpenAI's image models answer with the bytes, whatever is asked; others with addresses. */
function formatOf({ response_format: format, model = '' }: ImageParameters): 'url' | 'b64_json' {
  return format ?? (/^(chat)?gpt-image/.test(model) ? 'b64_json' : 'url')
}
