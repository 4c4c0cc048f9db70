import { aliases, type SettingControl } from '#web/admin/setting-control.tsx'
import { m } from '#web/messages/compiled/messages.js'
// Declares the setting.
import type {} from '../contract.ts'

export const section = 'money'

export const controls: readonly SettingControl[] = [
  aliases('openai_aliases', {
    label: m.admin_setting_openai_aliases,
    hint: () => m.admin_setting_openai_aliases_hint({ example: '{"gpt-image-1": "flux-dev"}' }),
  }),
]
