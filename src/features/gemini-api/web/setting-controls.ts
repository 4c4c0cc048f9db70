import { aliases, type SettingControl } from '#web/admin/setting-control.tsx'
import { m } from '#web/messages/compiled/messages.js'
// Declares the setting.
import type {} from '../contract.ts'

export const section = 'money'

export const controls: readonly SettingControl[] = [
  aliases('gemini_aliases', {
    label: m.admin_setting_gemini_aliases,
    hint: () =>
      m.admin_setting_gemini_aliases_hint({
        example: '{"gemini-2.5-flash-image": "nano-banana-edit"}',
      }),
  }),
]
