import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { documentQuery, readQuery } from '#core/http/validation.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import { ChangePreset, CreatePreset, PresetList, PresetsQuery, PresetView } from './contract.ts'
import { createPreset, deletePreset, listPresets, renamePreset } from './manage-presets.ts'
import type english from './messages/errors/en.json'
import type { PresetRow } from './queries.ts'

const params = z.object({ id: z.string() })

const list = signedInRoute({
  method: 'get',
  path: '/api/presets',
  summary: 'The account’s presets: settings of forms under a name',
  parameters: documentQuery(PresetsQuery),
  responses: { 200: json(PresetList, 'By form and name.'), ...refusals(400, 401) },
})

const create = signedInRoute({
  method: 'post',
  path: '/api/presets',
  summary: 'Save settings of a form under a name',
  description:
    'An account has 100 presets at most: then 409 `too_many_presets`. A name is used once in a form: else 409 `preset_exists`.',
  body: CreatePreset,
  responses: { 201: json(PresetView, 'As it is saved.'), ...refusals(400, 401, 403, 409, 415) },
})

const rename = signedInRoute({
  method: 'patch',
  path: '/api/presets/{id}',
  summary: 'Rename a preset',
  request: { params },
  body: ChangePreset,
  responses: { 200: json(PresetView, 'As it is now.'), ...refusals(400, 401, 403, 404, 409, 415) },
})

const remove = signedInRoute({
  method: 'delete',
  path: '/api/presets/{id}',
  summary: 'Delete a preset',
  request: { params },
  responses: { 204: { description: 'Deleted.' }, ...refusals(401, 403, 404) },
})

export const errors = {
  statuses: { preset_exists: 409, too_many_presets: 409 },
  texts: await loadMessages<typeof english>(
    (language) => import(`./messages/errors/${language}.json`, { with: { type: 'json' } }),
  ),
} as const

/** Presets of the signed-in account. */
export function routes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(list, async (c) => {
      const { generation_type } = readQuery(c, PresetsQuery)
      const rows = await listPresets(context, c.get('account').id, generation_type)
      return c.json({ presets: rows.map(presentPreset) }, 200)
    })
    .openapi(create, async (c) => {
      const row = await createPreset(context, c.get('account').id, c.get('body'))
      return c.json(presentPreset(row), 201)
    })
    .openapi(rename, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      return c.json(presentPreset(await renamePreset(context, which, c.get('body').name)), 200)
    })
    .openapi(remove, async (c) => {
      await deletePreset(context, { accountId: c.get('account').id, ...c.req.valid('param') })
      return c.body(null, 204)
    })
}

function presentPreset({
  id,
  name,
  generation_type,
  model,
  settings,
  created_at,
}: PresetRow): PresetView {
  return { id, name, generation_type, model, settings, created_at: created_at.toISOString() }
}
