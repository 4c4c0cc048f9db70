import { Hono } from 'hono'
import { isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { signedIn } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { Refused } from '#core/refused.ts'

/** The kinds that this API makes. */
const offered: readonly Kind[] = ['image', 'image-editing', 'video', 'speech']

/** `GET /v1/models` and `GET /v1/models/{id}`: the studio's models and the operator's aliases. */
export function openAiModelRoutes({ context }: ApiOptions) {
  async function list(accountId: string) {
    const allowed = await readAllowedModels(context, accountId)
    const { openai_aliases: aliases, studio_name } = context.settings.current().settings
    const ids = new Set(
      listModels().flatMap(({ id, kind }) =>
        offered.includes(kind) && isModelAllowed(allowed, id) ? [id] : [],
      ),
    )
    const names = Object.entries(aliases).flatMap(([alias, id]) => (ids.has(id) ? [alias] : []))
    return [...new Set([...ids, ...names])].map((id) => ({
      id,
      object: 'model' as const,
      created: 0,
      owned_by: studio_name,
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
