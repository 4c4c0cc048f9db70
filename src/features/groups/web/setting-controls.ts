import { json, mappingText, type SettingControl } from '#web/admin/setting-control.tsx'
import { m } from '#web/messages/compiled/messages.js'
import type { ClaimedGroups } from '../contract.ts'

export const section = 'access'

export const controls: readonly SettingControl[] = [
  json(
    'group_groups',
    ({ group_groups: found }: { group_groups: ClaimedGroups }) => mappingText(found),
    {
      label: m.admin_setting_group_groups,
      hint: () => m.admin_setting_group_groups_hint({ example: '{"acme": {"staff": "Staff"}}' }),
    },
  ),
]
