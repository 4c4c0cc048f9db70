import { z } from 'zod'
import { ActRequest } from '#core/generations/contract/admin-generations.ts'
import { type SettingName, settingNames, settingSources } from '../rules/studio-settings.ts'
import { AllSettings } from './studio-settings.ts'

const names = z.enum(settingNames as [SettingName, ...SettingName[]])

/** `PATCH /api/admin/settings`: `set` is checked by the settings themselves. */
export const ChangeSettingsRequest = ActRequest.extend({
  set: z.record(z.string(), z.unknown()).default({}),
  reset: z.array(names).max(settingNames.length).default([]),
  /** The revision of the settings that the operator saw; any if absent. */
  revision: z.int().min(0).optional(),
})

/** `GET /api/admin/settings`. */
export const AdminSettingsView = z.object({
  revision: z.int(),
  settings: AllSettings,
  /** Where each value comes from. */
  sources: z.record(names, z.enum(settingSources)),
})
export type AdminSettingsView = z.infer<typeof AdminSettingsView>
