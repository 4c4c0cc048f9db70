import { Hono } from 'hono'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { listNamedModels } from '#core/client-apis/list-named-models.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { hasFiles, type Kind, kindFacts, type Medium } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { Refused } from '#core/refused.ts'
import { pricesOf } from '#core/settings/studio-settings-rules.ts'

/** The kinds that this API makes. */
const offered: readonly Kind[] = [
  'image',
  'image-editing',
  'video',
  'speech',
  'transcription',
  'image-understanding',
  'text',
]

/** `GET /v1/models` and `GET /v1/models/{id}`: the studio's models and the operator's aliases. */
export function openAiModelRoutes({ context }: ApiOptions) {
  async function list(accountId: string) {
    const allowed = await readAllowedModels(context, accountId)
    const { settings } = context.settings.current()
    const { openai_aliases: aliases, studio_name: studio } = settings
    return listNamedModels(aliases, { kinds: offered, allowed }).map(({ name, models }) => ({
      id: name,
      object: 'model' as const,
      created: 0,
      owned_by: studio,
      ...presentCapabilities(models, pricesOf(settings)),
    }))
  }
  return new Hono<Env>()
    .get('/v1/models', signedIn, async (c) =>
      c.json({ object: 'list', data: await list(c.get('account').id) }, 200),
    )
    .get('/v1/models/:model', signedIn, async (c) => {
      const name = c.req.param('model')
      const found = (await list(c.get('account').id)).find(({ id }) => id === name)
      if (!found) throw new Refused({ reason: 'unknown_model', model: name })
      return c.json(found, 200)
    })
}

/**
 * What the variants of a model take and make, in the fields that OpenRouter has, and the lowest price of
 * a request with initial values; in credits, not in a currency.
 */
function presentCapabilities(models: readonly Model[], prices: Prices) {
  const inputs = new Set<Medium | 'text'>(models.flatMap(mediaTaken))
  const outputs = new Set<Medium | 'text'>(models.flatMap(({ kind }) => mediaMade(kind)))
  const credits = Math.min(
    ...models.map((model) => priceOf(model, initialValues(model), prices).credits),
  )
  return {
    name: models[0]?.name ?? '',
    architecture: {
      modality: `${[...inputs].join('+')}->${[...outputs].join('+')}`,
      input_modalities: [...inputs],
      output_modalities: [...outputs],
    },
    pricing: { request: String(credits), unit: 'credits' as const },
  }
}

function mediaMade(kind: Kind): readonly (Medium | 'text')[] {
  return hasFiles(kind) ? kindFacts[kind].media : ['text']
}

function mediaTaken({ fields }: Model): (Medium | 'text')[] {
  const files = Object.values(fields).flatMap(({ control }): Medium[] => {
    if (control.kind !== 'file' && control.kind !== 'files') return []
    return [control.accept === 'video-or-gif' ? 'video' : control.accept]
  })
  return ['text', ...files]
}
