import type { SomeSettings } from '#core/settings/contract/studio-settings.ts'
import { fixedSettings, type SettingsReader } from '#core/settings/studio-settings.ts'
import { contributions } from '#features/contributions.ts'

/** Settings that never change, those of features included. */
export function testSettings(settings: SomeSettings = {}): SettingsReader {
  return fixedSettings(contributions.settings, settings)
}
