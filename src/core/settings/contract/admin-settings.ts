import { z } from 'zod'
import { ActRequest } from '#core/operators/contract.ts'
import {
  type SettingName,
  type SettingSource,
  type StudioSettings,
  settingSources,
} from '../studio-settings-rules.ts'
import { CoreSettingsSchema } from './studio-settings.ts'

/** `PATCH /api/admin/settings`: `set` and `reset` are checked by the settings themselves. */
export const ChangeSettingsRequest = ActRequest.extend({
  set: z.record(z.string(), z.unknown()).default({}),
  reset: z.array(z.string().max(100)).max(200).default([]),
  /** The revision of the settings that the operator saw; any if absent. */
  revision: z.int().min(0).optional(),
})

/** `GET /api/admin/settings`; with the settings of features. */
export const AdminSettingsView = z.object({
  revision: z.int(),
  settings: CoreSettingsSchema.catchall(z.unknown()),
  /** Where each value comes from. */
  sources: z.record(z.string(), z.enum(settingSources)),
})
export type AdminSettingsView = {
  revision: number
  settings: StudioSettings
  sources: Record<SettingName, SettingSource>
}
