import { Hono } from 'hono'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { chooseModel } from '#core/client-apis/choose-model.ts'
import { storeFile } from '#core/client-apis/given-files.ts'
import { refusedField } from '#core/client-apis/model-request.ts'
import { followResult, NoResult } from '#core/client-apis/routes/follow-result.ts'
import { startRequest } from '#core/client-apis/routes/start-request.ts'
import { cancelGeneration } from '#core/generations/cancel-generation.ts'
import { listNewest, readNewestCursor } from '#core/generations/list-newest.ts'
import { type GenerationWithMedia, readGeneration } from '#core/generations/read-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import { anyone, signedIn } from '#core/http/access.ts'
import type {
  ApiOptions,
  Env,
  FeatureBase,
  FeatureDocumentation,
  RequestContext,
} from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { readForm } from '#core/http/receive-body.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { withUploadQuota } from '#core/media/uploads/upload-quota.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { replicatePaths } from './document.ts'
import { replicateModelRoutes } from './model-routes.ts'
import {
  PredictionParameters,
  PredictionsQuery,
  predictionRequest,
  readImages,
} from './prediction-request.ts'
import { presentPrediction } from './present-prediction.ts'
import { refuseAsReplicate } from './refuse-as-replicate.ts'
import { resolveModelName } from './resolve-model-name.ts'

const base = '/replicate/v1'

/** The kinds whose models start from words or images. */
const offered: readonly Kind[] = [
  'image',
  'image-editing',
  'video',
  'speech',
  'music',
  'image-understanding',
  'text',
]

/**
 * `/replicate/v1`: predictions of Replicate's API, for its unmodified clients (docs/replicate.md). A
 * prediction is a generation, by its id.
 */
export function routes(options: ApiOptions) {
  const { context } = options
  const read = (account: AccountRow, id: string) => readGeneration(context, account.id, id)
  return new Hono<Env>()
    .post(`${base}/predictions`, signedIn, async (c) => {
      const given = await readBody(c, PredictionParameters)
      const name = given.version ?? given.model
      if (!name) throw refusedField('version', 'required')
      return create(options, c, { account: c.get('account'), name, given })
    })
    .post(`${base}/models/:owner/:name/predictions`, signedIn, async (c) => {
      const given = await readBody(c, PredictionParameters)
      const name = `${c.req.param('owner')}/${c.req.param('name')}`
      return create(options, c, { account: c.get('account'), name, given })
    })
    .get(`${base}/predictions`, signedIn, async (c) =>
      c.json(await listPredictions(options, c, c.get('account').id), 200),
    )
    .get(`${base}/predictions/:id`, signedIn, async (c) => {
      const found = await read(c.get('account'), c.req.param('id'))
      return c.json(await presentPrediction(options, c, found), 200)
    })
    .post(`${base}/predictions/:id/cancel`, signedIn, async (c) => {
      const account = c.get('account')
      const { row } = await read(account, c.req.param('id'))
      if (isOpen(row.status)) await cancelGeneration(context, account.id, row.id)
      return c.json(await presentPrediction(options, c, await read(account, row.id)), 200)
    })
    .post(`${base}/files`, signedIn, async (c) => {
      const media = await receiveFile(options, c, c.get('account'))
      return c.json(presentFile(c, media), 201)
    })
    .route('/', replicateModelRoutes(options, offered))
    .all(`${base}/*`, anyone, () => {
      throw new HttpError('not_found')
    })
}

/** `/replicate/v1`, which pages of other origins may use with a key. */
export const bases: readonly FeatureBase[] = [
  { path: `${base}/*`, isForOrigins: true, hasFiles: true, createErrorHandler: refuseAsReplicate },
]

/** Its JSON may contain files as `data:` URIs, and its forms files. */
export const withDataUris = [`${base}/*`]

export const documentation: FeatureDocumentation = {
  group: 'Replicate clients',
  paths: /^\/replicate\//,
  operations: replicatePaths,
}

/** How many predictions one page has, as at Replicate. */
const pageSize = 100

/** A page of predictions, newest first; there is no way back to an earlier page. */
async function listPredictions(options: ApiOptions, c: RequestContext, accountId: string) {
  const { cursor } = readQuery(c, PredictionsQuery)
  const after = cursor === undefined ? {} : readNewestCursor(cursor)
  if (!after) throw new HttpError('invalid_query', [{ field: 'cursor', problem: 'wrong_type' }])
  const page = { accountId, after, hasResult: false, limit: pageSize }
  const { generations, next } = await listNewest(options.context, page)
  const results = await Promise.all(generations.map((one) => presentPrediction(options, c, one)))
  const address = `${c.get('origin')}${base}/predictions?cursor=`
  return { next: next === null ? null : address + next, previous: null, results }
}

type Prediction = { account: AccountRow; name: string; given: PredictionParameters }

async function create(
  options: ApiOptions,
  c: RequestContext,
  { account, name, given }: Prediction,
) {
  const { context } = options
  if (given.webhook) throw refusedField('webhook', 'not_supported')
  const { replicate_aliases: aliases } = context.settings.current().settings
  const images = await readImages(context, account.id, given.input)
  const model = chooseModel(aliases, {
    kinds: offered,
    name: resolveModelName(aliases, name),
    hasImage: images.length > 0,
    imageName: 'input.image',
    allowed: await readAllowedModels(context, account.id),
  })
  const { id } = await startRequest(options, c, account, predictionRequest(model, given, images))
  const found = await waitAsAsked(options, c, { accountId: account.id, id })
  return c.json(await presentPrediction(options, c, found), 201)
}

/** `Prefer: wait`: until the prediction has ended, at most so many seconds, 60 without a number. */
async function waitAsAsked(
  options: ApiOptions,
  c: RequestContext,
  key: { accountId: string; id: string },
): Promise<GenerationWithMedia> {
  const [, seconds] = /(?:^|,\s*)wait(?:=(\d{1,3}))?/.exec(c.req.header('prefer') ?? '') ?? [
    null,
    '0',
  ]
  const resultWaitMs = Math.min(Number(seconds ?? 60), 60) * 1_000
  let last: GenerationWithMedia | undefined
  try {
    for await (const found of followResult({ ...options, resultWaitMs }, c, key)) last = found
  } catch (error) {
    if (!(error instanceof NoResult)) throw error
  }
  return last ?? readGeneration(options.context, key.accountId, key.id)
}

/** Stores the file of a form as an upload of the account. Throws `Refused`. */
async function receiveFile(
  { context }: ApiOptions,
  c: RequestContext,
  account: AccountRow,
): Promise<MediaRow> {
  let media: MediaRow | undefined
  await withUploadQuota(context, account.id, () =>
    readForm(c, async (name, body) => {
      // Replicate's client sends its notes about a file as one.
      if (name === 'metadata') return drain(body)
      if (name !== 'content') throw refusedField(name, 'unknown_name')
      media = (await storeFile(context, account.id, 'content', body)).media
    }),
  )
  if (!media) throw refusedField('content', 'required')
  return media
}

async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

function presentFile(c: RequestContext, media: MediaRow) {
  const extension = media.storage_key.split('.').at(-1)
  return {
    id: media.id,
    name: `${media.id}.${extension}`,
    content_type: media.content_type,
    size: media.bytes,
    checksums: { sha256: media.sha256 },
    metadata: {},
    urls: { get: c.get('origin') + mediaAddress(media, `1.${extension}`) },
  }
}
