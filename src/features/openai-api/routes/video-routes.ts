import { Hono } from 'hono'
import { z } from 'zod'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { chooseModel, imageFields } from '#core/client-apis/choose-model.ts'
import type { GivenFile } from '#core/client-apis/given-files.ts'
import {
  ignoredNames,
  type ModelRequest,
  ownFields,
  refuseProblems,
} from '#core/client-apis/model-request.ts'
import { requireResult } from '#core/client-apis/routes/follow-result.ts'
import { startRequest } from '#core/client-apis/routes/start-request.ts'
import { openMedia } from '#core/downloads/open-media.ts'
import {
  type GenerationWithMedia,
  listNumbered,
  readOfKind,
} from '#core/generations/read-generation.ts'
import { isOpen, type Status } from '#core/generations/rules/status.ts'
import { deleteGenerations } from '#core/history/delete-generations.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { sendMedia } from '#core/http/send-media.ts'
import { readQuery } from '#core/http/validation.ts'
import { listModels, modelOf } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'
import { nearestLength, nearestSize, parseSize } from '#core/models/rules/nearest-option.ts'
import { Refused } from '#core/refused.ts'
import { failureMessage } from '#core/texts/contract/error-messages.ts'
import type { Language } from '#platform/languages/languages.ts'
import { readParameters } from './read-parameters.ts'
import { failureName, ownFailure } from './refuse-as-openai.ts'

const seconds = z.union([z.string().regex(/^\d{1,4}(\.\d{1,3})?$/), z.number().min(0).max(9_999)])

/** The parameters of OpenAI's API (docs/openai.md#videos). */
export const VideoParameters = z.looseObject({
  prompt: z.string().min(1),
  model: z.string().min(1).max(200).optional(),
  seconds: seconds.optional(),
  size: z.string().max(20).optional(),
  user: z.string().max(1000).optional(),
})

const known = Object.keys(VideoParameters.shape)

/** Those of a video that is made again with other words. */
export const RemixParameters = VideoParameters.pick({ prompt: true })

export const ListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().max(100).optional(),
})

/** `/v1/videos`: a video is a generation, by its id. */
export function videoRoutes(options: ApiOptions) {
  const { context } = options
  const find = (account: AccountRow, id: string) =>
    readOfKind(context, { accountId: account.id, id, kind: 'video' })
  return new Hono<Env>()
    .post('/v1/videos', signedIn, async (c) => {
      const account = c.get('account')
      const { parameters, files } = await readParameters(options, c, {
        accountId: account.id,
        schema: VideoParameters,
        files: ['input_reference'],
      })
      const images = files.get('input_reference') ?? []
      const model = chooseModel(context.settings.current().settings.openai_aliases, {
        kinds: ['video'],
        name: parameters.model,
        hasImage: images.length > 0,
        imageName: 'input_reference',
        allowed: await readAllowedModels(context, account.id),
      })
      const { id } = await startRequest(
        options,
        c,
        account,
        modelRequest(model, parameters, images),
      )
      return c.json(presentVideo(await find(account, id), c.get('language')), 200)
    })
    .post('/v1/videos/:id/remix', signedIn, async (c) => {
      const account = c.get('account')
      const schema = RemixParameters
      const { parameters } = await readParameters(options, c, { accountId: account.id, schema })
      const asked = remixRequest(await find(account, c.req.param('id')), parameters)
      const { id } = await startRequest(options, c, account, asked)
      return c.json(presentVideo(await find(account, id), c.get('language')), 200)
    })
    .get('/v1/videos', signedIn, async (c) => {
      const { limit, order, after } = readQuery(c, ListQuery)
      const page = { accountId: c.get('account').id, kind: 'video' as const, order, after }
      const found = await listNumbered(context, { ...page, limit: limit + 1 })
      const data = found.slice(0, limit).map((one) => presentVideo(one, c.get('language')))
      return c.json(
        {
          object: 'list',
          data,
          first_id: data[0]?.id ?? null,
          last_id: data.at(-1)?.id ?? null,
          has_more: found.length > limit,
        },
        200,
      )
    })
    .get('/v1/videos/:id', signedIn, async (c) =>
      c.json(presentVideo(await find(c.get('account'), c.req.param('id')), c.get('language')), 200),
    )
    .get('/v1/videos/:id/content', signedIn, async (c) => {
      const found = await find(c.get('account'), c.req.param('id'))
      return sendContent(options, c, found, c.req.query('variant') ?? 'video')
    })
    .delete('/v1/videos/:id', signedIn, async (c) => {
      const id = c.req.param('id')
      await deleteGenerations(context, { accountId: c.get('account').id, kind: 'video', ids: [id] })
      return c.json({ id, object: 'video.deleted', deleted: true }, 200)
    })
}

function modelRequest(
  model: Model,
  given: z.infer<typeof VideoParameters>,
  images: GivenFile[],
): ModelRequest {
  const { prompt, size, seconds: length } = given
  const promptField = model.promptField ?? 'prompt'
  const { images: imageField, isList } = imageFields(model)
  const pixels = size === undefined ? undefined : parseSize(size)
  refuseProblems([
    ...(size !== undefined && !pixels
      ? [{ field: 'size', problem: 'wrong_form' as const, options: ['1280x720'] }]
      : []),
    ...(images.length > 1
      ? [{ field: 'input_reference', problem: 'too_many' as const, max: 1 }]
      : []),
  ])
  const shape = pixels ? nearestSize(model, pixels) : {}
  const lasting = length === undefined ? {} : nearestLength(model, Number(length))
  const named = (values: object, parameter: string) =>
    Object.fromEntries(Object.keys(values).map((name) => [name, parameter]))
  const [image] = images
  return {
    model,
    files: images,
    ignored: ignoredNames(model, given, known),
    parameters: {
      ...named(shape, 'size'),
      ...named(lasting, 'seconds'),
      ...(imageField && { [imageField]: 'input_reference' }),
      [promptField]: 'prompt',
    },
    input: {
      ...ownFields(model, given, known),
      ...shape,
      ...lasting,
      ...(imageField && image && { [imageField]: isList ? [image.address] : image.address }),
      [promptField]: prompt,
    },
  }
}

/** The request of a finished video with another prompt. Throws `Refused`, and `OpenAiFailure` before its end. */
function remixRequest(
  found: GenerationWithMedia,
  given: z.infer<typeof RemixParameters>,
): ModelRequest {
  const { row } = requireResult(found)
  if (isOpen(row.status))
    throw ownFailure(400, 'video_not_ready', { status: statusNames[row.status] })
  const model = modelOf(row)
  if (!model || !listModels().includes(model))
    throw new Refused({ reason: 'unknown_model', model: row.model })
  const promptField = model.promptField ?? 'prompt'
  return {
    model,
    files: [],
    ignored: ignoredNames(model, given, ['prompt']),
    parameters: { [promptField]: 'prompt' },
    input: { ...row.input, ...ownFields(model, given, ['prompt']), [promptField]: given.prompt },
    parentId: row.id,
  }
}

const statusNames: Record<Status, string> = {
  pending: 'queued',
  processing: 'in_progress',
  completed: 'completed',
  partial: 'completed',
  failed: 'failed',
}

/** Presents a generation as OpenAI's video job. */
function presentVideo({ row, outputs }: GenerationWithMedia, language: Language) {
  const model = modelOf(row)
  const [video] = outputs.filter(({ content_type: type }) => type.startsWith('video/'))
  const pixels = video?.width && video.height ? video : model?.pixels?.(row.input)
  const requested = model?.seconds?.(row.input)
  const length = video?.duration_ms ? video.duration_ms / 1_000 : requested
  const { error_code: code } = row
  return {
    id: row.id,
    object: 'video' as const,
    model: row.model,
    status: statusNames[row.status],
    progress: isOpen(row.status) ? Math.round(row.progress ?? 0) : 100,
    created_at: unixTime(row.created_at),
    completed_at:
      row.status === 'completed' && row.completed_at ? unixTime(row.completed_at) : null,
    expires_at: null,
    prompt: String(row.input[model?.promptField ?? 'prompt'] ?? ''),
    size: pixels ? `${pixels.width}x${pixels.height}` : 'auto',
    seconds: Number.isFinite(length) ? String(Math.round(Number(length) * 10) / 10) : 'auto',
    remixed_from_video_id: row.parent_id,
    error: code
      ? {
          code: failureName(code),
          message: failureMessage({ ...row, error_code: code }, language),
        }
      : null,
  }
}

function unixTime(date: Date): number {
  return Math.floor(date.getTime() / 1_000)
}

async function sendContent(
  { context }: ApiOptions,
  c: RequestContext,
  found: GenerationWithMedia,
  variant: string,
): Promise<Response> {
  if (variant !== 'video' && variant !== 'thumbnail') throw ownFailure(400, 'no_variant')
  const { row, outputs } = requireResult(found)
  const [video] = outputs.filter(({ content_type: type }) => type.startsWith('video/'))
  if (!video) throw ownFailure(400, 'video_not_ready', { status: statusNames[row.status] ?? '' })
  const { account_id: accountId, id } = video
  const thumbnail = variant === 'thumbnail'
  return sendMedia(c, await openMedia(context, { accountId, id, readerId: accountId, thumbnail }))
}
