import { Hono } from 'hono'
import { z } from 'zod'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { answersInText, chooseModel, conversationKinds } from '#core/client-apis/choose-model.ts'
import { encodeImages } from '#core/client-apis/encode-images.ts'
import type { GivenFile } from '#core/client-apis/given-files.ts'
import { imageRequest } from '#core/client-apis/image-request.ts'
import { sizeForRatio } from '#core/client-apis/image-size.ts'
import { type ModelRequest, refusedField } from '#core/client-apis/model-request.ts'
import {
  type GivenMessage,
  questionRequest,
  readMessageImages,
} from '#core/client-apis/question-request.ts'
import { awaitResult } from '#core/client-apis/routes/follow-result.ts'
import { startRequest } from '#core/client-apis/routes/start-request.ts'
import { type StreamEvents, streamResult } from '#core/client-apis/routes/stream-result.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { Language } from '#platform/languages/languages.ts'
import { creditsOf } from './present-images.ts'
import { Message, readLastMessage } from './read-message.ts'
import { readParameters, unsupported } from './read-parameters.ts'
import { presentStreamFailure } from './refuse-as-openai.ts'

const ImageConfig = z.strictObject({
  aspect_ratio: z
    .string()
    .regex(/^[1-9]\d?:[1-9]\d?$/)
    .optional(),
  image_size: z.enum(['1K', '2K', '4K']).optional(),
})

/** The parameters of OpenAI's API, and those that OpenRouter adds for images (docs/openai.md#chat). */
export const ChatParameters = z.looseObject({
  messages: z.array(Message).min(1).max(1_000),
  model: z.string().min(1).max(200).optional(),
  modalities: z
    .array(z.enum(['text', 'image']))
    .min(1)
    .max(2)
    .optional(),
  image_config: ImageConfig.optional(),
  size: z.string().max(20).optional(),
  n: z.int().min(1).max(1).optional(),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).optional(),
  response_format: unsupported(z.looseObject({ type: z.literal('text') })),
  tools: unsupported(z.tuple([])),
  functions: unsupported(z.tuple([])),
  user: z.string().max(1_000).optional(),
})
type ChatParameters = z.infer<typeof ChatParameters>

const known = Object.keys(ChatParameters.shape)

/** `POST /v1/chat/completions`: images, or answers to questions about images. */
export function chatRoutes(options: ApiOptions) {
  const { context } = options
  return new Hono<Env>().post('/v1/chat/completions', signedIn, async (c) => {
    const account = c.get('account')
    const { parameters } = await readParameters(options, c, {
      accountId: account.id,
      schema: ChatParameters,
    })
    const { modalities, model: name, stream, stream_options: streamOptions } = parameters
    if (!modalities && !name) throw refusedField('model', 'required')
    const message = readLastMessage(parameters.messages, 'messages')
    const model = chooseModel(context.settings.current().settings.openai_aliases, {
      kinds: conversationKinds(modalities?.includes('image')),
      name,
      hasImage: message.images.length > 0,
      imageName: message.parameter,
      allowed: await readAllowedModels(context, account.id),
    })
    const images = await readMessageImages(context, account.id, message)
    const asked = modelRequest(model, { parameters, message, images })
    const begin = () => startRequest(options, c, account, asked)
    if (stream) {
      const events = chatEvents(options, model, {
        includesUsage: streamOptions?.include_usage ?? false,
        language: c.get('language'),
      })
      return streamResult(options, c, { accountId: account.id, begin, events })
    }
    const { id } = await begin()
    const found = await awaitResult(options, c, { accountId: account.id, id })
    return c.json(await presentChat(options, found), 200)
  })
}

type ChatRequest = {
  parameters: ChatParameters
  message: GivenMessage
  images: GivenFile[]
}

function modelRequest(model: Model, { parameters, message, images }: ChatRequest): ModelRequest {
  if (answersInText(model.kind))
    return questionRequest(model, { parameters, known, message, images })
  const { text, parameter } = message
  const { aspect_ratio: ratio, image_size: scale } = parameters.image_config ?? {}
  const size = sizeForRatio({ ratio, scale })
  const sizeName = size ? 'image_config' : 'size'
  return imageRequest(model, {
    parameters: { ...parameters, prompt: text, ...(size && { size }) },
    known: [...known, 'prompt'],
    images,
    names: { prompt: parameter, size: sizeName, image: parameter },
  })
}

/** Presents an ended generation as an answer; its id is the generation's. */
async function presentChat(options: ApiOptions, found: GenerationWithMedia) {
  const message = {
    role: 'assistant' as const,
    refusal: null,
    ...(await readAnswer(options, found)),
  }
  return {
    ...presentHead(found.row.id, found.row.model, found.row.created_at),
    object: 'chat.completion' as const,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' as const }],
    usage: presentChatUsage(found),
  }
}

/** The text of an answer, or its images in the form that OpenRouter has. */
async function readAnswer(options: ApiOptions, found: GenerationWithMedia) {
  const { answer } = found.row
  if (answer !== null) return { content: answer }
  const made = await encodeImages(options.context, found)
  const images = made.map(({ content, contentType }, index) => ({
    type: 'image_url' as const,
    index,
    image_url: { url: `data:${contentType};base64,${content.toString('base64')}` },
  }))
  return { content: '', images }
}

function presentHead(id: string, model: string, createdAt: Date) {
  return { id, created: Math.floor(createdAt.getTime() / 1_000), model }
}

/** A studio counts credits, not tokens, which clients expect: their numbers are 0. */
function presentChatUsage({ row }: GenerationWithMedia) {
  return { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, credits: creditsOf(row) }
}

/** The events of an answer in parts: its role, then all of it, since no provider streams its own. */
function chatEvents(
  options: ApiOptions,
  model: Model,
  { includesUsage, language }: { includesUsage: boolean; language: Language },
): StreamEvents {
  let head = presentHead('', model.id, new Date())
  const create = (more: object) => ({
    data: { ...head, object: 'chat.completion.chunk', ...more },
  })
  const part = (delta: object, finish_reason: 'stop' | null = null) =>
    create({ choices: [{ index: 0, delta, logprobs: null, finish_reason }] })
  return {
    started(id) {
      head = { ...head, id }
      return [part({ role: 'assistant', content: '' })]
    },
    async ended(found) {
      const usage = create({ choices: [], usage: presentChatUsage(found) })
      return [
        part(await readAnswer(options, found)),
        part({}, 'stop'),
        ...(includesUsage ? [usage] : []),
        { data: '[DONE]' },
      ]
    },
    failed: (error, id) => [{ data: { error: presentStreamFailure(error, id, language) } }],
  }
}
