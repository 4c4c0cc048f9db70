import { Hono } from 'hono'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { listNamedModels, type NamedModel } from '#core/client-apis/list-named-models.ts'
import { createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { documentModel } from '#core/models/routes/document-model.ts'
import { factsOfKind, type Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { Refused } from '#core/refused.ts'
import { resolveModelName } from './resolve-model-name.ts'

const base = '/replicate/v1'

/** The owner of the studio's models. */
const studioOwner = 'atelier'

/** `GET models`, `GET models/{owner}/{name}` and `GET account`, in Replicate's words. */
export function replicateModelRoutes({ context }: ApiOptions, kinds: readonly Kind[]) {
  const aliases = () => context.settings.current().settings.replicate_aliases
  const list = async (accountId: string) => {
    const allowed = await readAllowedModels(context, accountId)
    return listNamedModels(aliases(), { kinds, allowed })
  }
  return new Hono<Env>()
    .get(`${base}/models`, signedIn, async (c) => {
      const models = await list(c.get('account').id)
      const results = models
        .map((model) => ({ model, place: placeOf(model.name) }))
        .flatMap(({ model, place }) => (place ? [presentModel(c.get('origin'), model, place)] : []))
      return c.json({ next: null, previous: null, results }, 200)
    })
    .get(`${base}/models/:owner/:name`, signedIn, async (c) => {
      const place = { owner: c.req.param('owner'), name: c.req.param('name') }
      const asked = `${place.owner}/${place.name}`
      const known = resolveModelName(aliases(), asked)
      const found = (await list(c.get('account').id)).find(({ name }) => name === known)
      if (!found) throw new Refused({ reason: 'unknown_model', model: asked })
      return c.json(presentModel(c.get('origin'), found, place), 200)
    })
    .get(`${base}/account`, signedIn, (c) => {
      const { email, name } = c.get('account')
      return c.json({ type: 'user', username: email, name: name ?? email, github_url: '' }, 200)
    })
}

type Place = { owner: string; name: string }

/** `null`: an alias of a version, which has no name of its own. */
function placeOf(name: string): Place | null {
  if (!name.includes('/')) {
    const isVersion = /^[0-9a-f]{64}$/.test(name)
    return isVersion ? null : { owner: studioOwner, name }
  }
  const [owner = '', ...rest] = name.split('/')
  return rest.length === 1 && rest[0] && !rest[0].includes(':') ? { owner, name: rest[0] } : null
}

function presentModel(origin: string, { models: [model] }: NamedModel, { owner, name }: Place) {
  return {
    url: `${origin}${base}/models/${owner}/${name}`,
    owner,
    name,
    description: `${model.name}: ${factsOfKind(model.kind).createSummary}`,
    visibility: 'public' as const,
    is_official: false,
    run_count: 0,
    github_url: null,
    paper_url: null,
    license_url: null,
    cover_image_url: null,
    default_example: null,
    latest_version: {
      // A prediction may name it as its version.
      id: model.id,
      created_at: new Date(0).toISOString(),
      cog_version: null,
      openapi_schema: describeInput(model),
    },
  }
}

/** The model's own fields where clients look for those of a model of Replicate. */
function describeInput(model: Model) {
  const endpoint = createEndpoints.find(({ kind }) => kind === model.kind)
  const { properties, required } = (endpoint ? documentModel(model, endpoint) : {}) as {
    properties?: Record<string, object>
    required?: string[]
  }
  const isField = (name: string) => Object.hasOwn(model.fields, name)
  const fields = Object.entries(properties ?? {}).filter(([name]) => isField(name))
  return {
    openapi: '3.1.0',
    info: { title: model.name, version: '1' },
    components: {
      schemas: {
        Input: {
          type: 'object',
          title: 'Input',
          properties: Object.fromEntries(fields),
          required: (required ?? []).filter(isField),
        },
      },
    },
  }
}
