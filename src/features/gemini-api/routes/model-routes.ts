import { Hono } from 'hono'
import { z } from 'zod'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { conversationKinds } from '#core/client-apis/choose-model.ts'
import { listNamedModels, type NamedModel } from '#core/client-apis/list-named-models.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { readQuery } from '#core/http/validation.ts'
import { factsOfKind } from '#core/models/rules/kinds.ts'
import { Refused } from '#core/refused.ts'

const versions = ['v1', 'v1beta']

/** The query of a list; everything else in an address, such as the key, is not ours. */
export const ListModelsQuery = z.object({
  pageSize: z.coerce.number().int().min(1).max(1_000).default(50),
  pageToken: z.string().max(20).optional(),
})

/** A model as Gemini's API names it. Zero limits of tokens are left out, as Google's API does. */
export const GeminiModel = z
  .object({
    name: z.string(),
    baseModelId: z.string(),
    version: z.string(),
    displayName: z.string(),
    description: z.string(),
    supportedGenerationMethods: z.array(z.string()),
  })
  .meta({ id: 'GeminiModel' })

/** `GET models` and `GET models/{model}`: the models and the operator's aliases that an account may use. */
export function geminiModelRoutes({ context }: ApiOptions) {
  async function list(accountId: string) {
    const allowed = await readAllowedModels(context, accountId)
    const { gemini_aliases: aliases } = context.settings.current().settings
    const kinds = conversationKinds(undefined)
    return listNamedModels(aliases, { kinds, allowed }).map(presentModel)
  }
  return new Hono<Env>()
    .get('/gemini/:version/models', signedIn, async (c) => {
      requireVersion(c.req.param('version'))
      const { pageSize, pageToken } = readQuery(c, ListModelsQuery)
      const models = await list(c.get('account').id)
      const from = readPageToken(pageToken)
      const end = from + pageSize
      return c.json(
        {
          models: models.slice(from, end),
          ...(end < models.length && { nextPageToken: writePageToken(end) }),
        },
        200,
      )
    })
    .get('/gemini/:version/models/:model', signedIn, async (c) => {
      requireVersion(c.req.param('version'))
      const model = c.req.param('model')
      const models = await list(c.get('account').id)
      const found = models.find(({ name }) => name === `models/${model}`)
      if (!found) throw new Refused({ reason: 'unknown_model', model })
      return c.json(found, 200)
    })
}

function presentModel({ name, models: [model] }: NamedModel): z.infer<typeof GeminiModel> {
  return {
    name: `models/${name}`,
    baseModelId: model.id,
    version: '1',
    displayName: model.name,
    description: factsOfKind(model.kind).createSummary,
    supportedGenerationMethods: ['generateContent'],
  }
}

function requireVersion(version: string): void {
  if (!versions.includes(version)) throw new HttpError('not_found')
}

/** The place where a page begins. Throws 400 `invalid_query` for a token that is none of ours. */
function readPageToken(token: string | undefined): number {
  if (token === undefined) return 0
  const place = Number(Buffer.from(token, 'base64url').toString())
  if (Number.isSafeInteger(place) && place > 0 && writePageToken(place) === token) return place
  throw new HttpError('invalid_query', [{ field: 'pageToken', problem: 'wrong_type' }])
}

function writePageToken(place: number): string {
  return Buffer.from(String(place)).toString('base64url')
}
