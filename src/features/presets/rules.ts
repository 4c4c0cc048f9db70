/** How many presets an account may have. */
export const maxPresets = 100

/** The longest name of a preset, in characters. */
export const maxPresetName = 60

/** The most settings in a preset; no form has as many. */
export const maxPresetSettings = 60
