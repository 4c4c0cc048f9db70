import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { byAccount, resource } from '#core/http/resource.ts'
import { readQuery } from '#core/http/validation.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import { ChangePreset, CreatePreset, PresetList, PresetsQuery, PresetView } from './contract.ts'
import { createPreset, deletePreset, listPresets, renamePreset } from './manage-presets.ts'
import type english from './messages/errors.en.json'
import type { PresetRow } from './queries.ts'

const presets = resource('/api/presets', byAccount)

const list = presets.list({
  summary: 'The account’s presets: settings of forms under a name',
  query: PresetsQuery,
  answer: [PresetList, 'By form and name.'],
})

const create = presets.create({
  summary: 'Save settings of a form under a name',
  description:
    'An account has 100 presets at most: then 409 `too_many_presets`. A name is used once in a form: else 409 `preset_exists`.',
  body: CreatePreset,
  answer: [PresetView, 'As it is saved.'],
  refused: [409],
})

const rename = presets.change({
  summary: 'Rename a preset',
  body: ChangePreset,
  answer: [PresetView, 'As it is now.'],
  refused: [409],
})

const remove = presets.remove({
  summary: 'Delete a preset',
})

export const errors = {
  statuses: { preset_exists: 409, too_many_presets: 409 },
  texts: await loadMessages<typeof english>(
    (language) => import(`./messages/errors.${language}.json`, { with: { type: 'json' } }),
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
