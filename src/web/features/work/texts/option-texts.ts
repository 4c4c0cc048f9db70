import type { Option } from '#catalogue/fields.ts'
import { m } from '#web/messages/compiled/messages.js'

type OptionText = {
  label: string
  /** One sentence about what choosing it means. */
  hint?: string
}

type Text = { label: () => string; hint?: () => string }

/**
 * What the form calls an option, by `field.option`. Numbers, sizes and file formats speak for
 * themselves.
 */
const texts: Readonly<Record<string, Text>> = {
  'aspect_ratio.auto': { label: m.option_auto },
  'task.default': { label: m.option_task_default, hint: m.option_task_default_hint },
  'task.depth': { label: m.option_task_depth, hint: m.option_task_depth_hint },
  'task.inpainting': { label: m.option_task_inpainting, hint: m.option_task_inpainting_hint },
  'speed.pro': { label: m.option_speed_pro, hint: m.option_speed_pro_hint },
  'speed.high_quality': {
    label: m.option_speed_high_quality,
    hint: m.option_speed_high_quality_hint,
  },
  'acceleration.regular': {
    label: m.option_acceleration_regular,
    hint: m.option_acceleration_regular_hint,
  },
  'acceleration.turbo': {
    label: m.option_acceleration_turbo,
    hint: m.option_acceleration_turbo_hint,
  },
  'interpolator_model.none': { label: m.option_interpolator_none },
  'interpolator_model.film': { label: m.option_interpolator_film },
  'interpolator_model.rife': { label: m.option_interpolator_rife },
  'output_format.jpeg': { label: m.option_format_jpeg },
  'output_format.png': { label: m.option_format_png },
  'output_format.webp': { label: m.option_format_webp },
}

/** The name of an option, in the reader's language where it is a word. */
export function optionText(field: string, option: Option): OptionText {
  const text = texts[`${field}.${option}`]
  if (!text) return { label: String(option) }
  return { label: text.label(), ...(text.hint && { hint: text.hint() }) }
}
