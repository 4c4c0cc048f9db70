import { json, none, type SettingControl } from '#web/admin/setting-control.tsx'
import { m } from '#web/messages/compiled/messages.js'
import type { ModelAliases } from '../contract.ts'

export const section = 'money'

export const controls: readonly SettingControl[] = [
  json('openai_aliases', ({ openai_aliases: aliases }) => describeAliases(aliases) || none(), {
    label: m.admin_setting_openai_aliases,
    hint: () => m.admin_setting_openai_aliases_hint({ example: '{"gpt-image-1": "flux-dev"}' }),
  }),
]

const describeAliases = (aliases: ModelAliases) =>
  Object.entries(aliases)
    .map(([alias, model]) => `${alias} → ${model}`)
    .join(', ')
