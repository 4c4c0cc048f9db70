import { aliases, type SettingControl } from '#web/admin/setting-control.tsx'
import { m } from '#web/messages/compiled/messages.js'
// Declares the setting.
import type {} from '../contract.ts'

export const section = 'money'

export const controls: readonly SettingControl[] = [
  aliases('replicate_aliases', {
    label: m.admin_setting_replicate_aliases,
    hint: () =>
      m.admin_setting_replicate_aliases_hint({
        example: '{"black-forest-labs/flux-1.1-pro": "flux-dev"}',
      }),
  }),
]
