import { Hono } from 'hono'
import { z } from 'zod'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { chooseModel, conversationKinds } from '#core/client-apis/choose-model.ts'
import type { GivenFile } from '#core/client-apis/given-files.ts'
import { imageRequest } from '#core/client-apis/image-request.ts'
import { type ModelRequest, refusedField } from '#core/client-apis/model-request.ts'
import {
  type GivenMessage,
  questionRequest,
  readMessageImages,
} from '#core/client-apis/question-request.ts'
import { checkMask } from '#core/client-apis/routes/check-mask.ts'
import { awaitResult } from '#core/client-apis/routes/follow-result.ts'
import { startRequest } from '#core/client-apis/routes/start-request.ts'
import { streamResult } from '#core/client-apis/routes/stream-result.ts'
import { readGeneration } from '#core/generations/read-generation.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import { Refused } from '#core/refused.ts'
import { ImageParameters } from './image-routes.ts'
import { readConversion } from './present-images.ts'
import { generationOf, presentResponse } from './present-response.ts'
import { Message, readLastMessage } from './read-message.ts'
import { readParameters, readReference, unsupported } from './read-parameters.ts'
import { responseEvents } from './stream-response.ts'

const ImageTool = ImageParameters.pick({
  model: true,
  size: true,
  quality: true,
  output_format: true,
  output_compression: true,
  background: true,
  moderation: true,
  input_fidelity: true,
  partial_images: true,
}).extend({
  type: z.literal('image_generation'),
  action: z.enum(['auto', 'generate', 'edit']).optional(),
  input_image_mask: z.looseObject({}).optional(),
})
type ImageTool = z.infer<typeof ImageTool>

/** The parameters of OpenAI's API (docs/openai.md#responses). */
export const ResponseParameters = z.looseObject({
  input: z.union([z.string().min(1), z.array(Message).min(1).max(1_000)]),
  model: z.string().min(1).max(200).optional(),
  tools: z.array(ImageTool).max(1).optional(),
  previous_response_id: z.string().max(100).optional(),
  background: z.boolean().optional(),
  stream: z.boolean().optional(),
  conversation: unsupported(z.never()),
  prompt: unsupported(z.never()),
  text: unsupported(z.object({ format: z.object({ type: z.literal('text') }).optional() })),
  user: z.string().max(1_000).optional(),
})
type ResponseParameters = z.infer<typeof ResponseParameters>

const known = Object.keys(ResponseParameters.shape)
const knownOfTool = [...Object.keys(ImageTool.shape), 'prompt']

/** `/v1/responses`: an image by the tool `image_generation`, or an answer to a question about images. */
export function responseRoutes(options: ApiOptions) {
  const { context } = options
  return new Hono<Env>()
    .post('/v1/responses', signedIn, async (c) => {
      const account = c.get('account')
      const { parameters } = await readParameters(options, c, {
        accountId: account.id,
        schema: ResponseParameters,
      })
      const { tools: [tool] = [], background, stream } = parameters
      const asked = await readRequest(options, c, { account, parameters, tool })
      const begin = () => startRequest(options, c, account, asked)
      const conversion = readConversion(tool ?? {})
      if (stream) {
        const { partial_images: partialImages = 0 } = tool ?? {}
        const language = c.get('language')
        const events = responseEvents(options, asked.model, {
          conversion,
          partialImages,
          language,
        })
        return streamResult(options, c, { accountId: account.id, begin, events })
      }
      const { id } = await begin()
      const key = { accountId: account.id, id }
      const found = background
        ? await readGeneration(context, account.id, id)
        : await awaitResult(options, c, key)
      return c.json(await presentResponse(options, found, c.get('language'), conversion), 200)
    })
    .get('/v1/responses/:id', signedIn, async (c) => {
      const found = await readResponse(options, c.get('account').id, c.req.param('id'))
      return c.json(await presentResponse(options, found, c.get('language')), 200)
    })
}

/** Reads the generation of a response, by its id or that of an item. Throws `Refused` `not_found`. */
async function readResponse({ context }: ApiOptions, accountId: string, id: string) {
  const found = await readGeneration(context, accountId, generationOf(id).id)
  if (!conversationKinds(undefined).includes(found.row.kind))
    throw new Refused({ reason: 'not_found' })
  return found
}

type Given = {
  account: AccountRow
  parameters: ResponseParameters
  tool: ImageTool | undefined
}

async function readRequest(
  options: ApiOptions,
  c: RequestContext,
  { account, parameters, tool }: Given,
): Promise<ModelRequest> {
  if (tool?.background === 'transparent') throw refusedField('tools.0.background', 'not_supported')
  const name = tool?.model ?? parameters.model
  if (name === undefined) throw refusedField('model', 'required')
  const message = readInput(parameters.input)
  const previous =
    tool && tool.action !== 'generate' && message.images.length === 0
      ? await readPrevious(options, account.id, parameters)
      : []
  const hasImage = message.images.length + previous.length > 0
  if (tool?.action === 'edit' && !hasImage) throw refusedField(message.parameter, 'required')
  const model = chooseModel(options.context.settings.current().settings.openai_aliases, {
    kinds: conversationKinds(tool !== undefined),
    name,
    hasImage,
    hasMask: tool?.input_image_mask !== undefined,
    imageName: message.parameter,
    allowed: await readAllowedModels(options.context, account.id),
  })
  const own = await readMessageImages(options.context, account.id, message)
  const images = [...previous, ...own]
  if (!tool) return questionRequest(model, { parameters, known, message, images })

  const mask =
    tool.input_image_mask &&
    (await readReference(
      options.context,
      account.id,
      'tools.0.input_image_mask',
      tool.input_image_mask,
    ))
  if (mask) await checkMask(options, c, { account, image: images[0], mask })
  const { text, parameter } = message
  const asked = imageRequest(model, {
    parameters: { ...tool, prompt: text },
    known: knownOfTool,
    images,
    ...(mask && { mask }),
    names: { prompt: parameter, size: 'tools.0.size', image: parameter },
  })
  const unknown = Object.keys(parameters).filter((one) => !known.includes(one))
  return { ...asked, ignored: [...asked.ignored, ...unknown] }
}

function readInput(input: ResponseParameters['input']): GivenMessage {
  if (typeof input === 'string') return { text: input, images: [], parameter: 'input' }
  return readLastMessage(input, 'input')
}

/**
 * The images of the response before: of `previous_response_id`, or of the last call of the tool that
 * the input repeats. Throws `Refused` naming the parameter.
 */
async function readPrevious(
  options: ApiOptions,
  accountId: string,
  { previous_response_id: named, input }: ResponseParameters,
): Promise<GivenFile[]> {
  const calls = typeof input === 'string' ? [] : input.filter(isImageCall)
  const [id, parameter] = named ? [named, 'previous_response_id'] : [calls.at(-1)?.id, 'input']
  if (typeof id !== 'string') return []
  const found = await readResponse(options, accountId, id).catch((error: unknown) => {
    throw error instanceof Refused ? refusedField(parameter, 'not_reachable') : error
  })
  const media = found.outputs[generationOf(id).place]
  if (!media) throw refusedField(parameter, 'not_reachable')
  const extension = media.storage_key.split('.').at(-1)
  return [{ address: mediaAddress(media, `1.${extension}`), media }]
}

function isImageCall({ type }: z.infer<typeof Message>): boolean {
  return type === 'image_generation_call'
}
