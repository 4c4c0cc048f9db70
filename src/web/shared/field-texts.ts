import {
  type FieldOption,
  type FieldTexts,
  type LocalText,
  textIn,
} from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import { optionName } from '#core/models/rules/option-name.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'

export type FieldText = {
  label: () => string
  /** The placeholder of an empty box. */
  example?: () => string
  /** One sentence about what the field does. */
  hint?: () => string
}

/** The form's texts for the fields that several models have, by the field's name. */
const fieldTexts: Record<string, FieldText> = {
  prompt: { label: m.field_prompt, example: m.field_prompt_example },
  question: { label: m.field_question, example: m.field_question_example },
  negative_prompt: { label: m.field_negative_prompt, example: m.field_negative_prompt_example },
  image_url: { label: m.field_image },
  image: { label: m.field_image },
  start_image_url: { label: m.field_start_image },
  end_image_url: { label: m.field_end_image },
  video_url: { label: m.field_video },
  audio_url: { label: m.field_audio },
  mask_image_url: { label: m.field_mask_image, hint: m.field_mask_image_hint },
  mask_video_url: { label: m.field_mask_video, hint: m.field_mask_video_hint },
  ref_image_urls: { label: m.field_ref_images, hint: m.field_ref_images_hint },
  task: { label: m.field_task },
  strength: { label: m.field_strength, hint: m.field_strength_hint },
  image_size: { label: m.field_image_size },
  aspect_ratio: { label: m.field_aspect_ratio },
  resolution: { label: m.field_resolution },
  duration: { label: m.field_duration },
  speed: { label: m.field_speed },
  acceleration: { label: m.field_acceleration },
  num_images: { label: m.field_num_images },
  num_frames: { label: m.field_num_frames },
  frames_per_second: { label: m.field_frames_per_second, hint: m.field_frames_per_second_hint },
  num_inference_steps: {
    label: m.field_num_inference_steps,
    hint: m.field_num_inference_steps_hint,
  },
  guidance_scale: { label: m.field_guidance_scale, hint: m.field_guidance_scale_hint },
  guidance_scale_2: { label: m.field_guidance_scale_2, hint: m.field_guidance_scale_2_hint },
  shift: { label: m.field_shift, hint: m.field_shift_hint },
  interpolator_model: { label: m.field_interpolator_model, hint: m.field_interpolator_model_hint },
  num_interpolated_frames: {
    label: m.field_num_interpolated_frames,
    hint: m.field_num_interpolated_frames_hint,
  },
  adjust_fps_for_interpolation: { label: m.field_adjust_fps, hint: m.field_adjust_fps_hint },
  temperature: { label: m.field_temperature, hint: m.field_temperature_hint },
  enhance_prompt: { label: m.field_enhance_prompt, hint: m.field_enhance_prompt_hint },
  enable_prompt_expansion: { label: m.field_prompt_expansion, hint: m.field_prompt_expansion_hint },
  safety_tolerance: { label: m.field_safety_tolerance, hint: m.field_safety_tolerance_hint },
  output_format: { label: m.field_output_format },
  seed: { label: m.field_seed, hint: m.field_seed_hint },
  enable_safety_checker: {
    label: m.field_enable_safety_checker,
    hint: m.field_enable_safety_checker_hint,
  },
}

/** Texts that replace the shared ones, by the field's name. */
export type OtherFieldTexts = Readonly<Record<string, Pick<FieldText, 'example' | 'hint'>>>

/** A model whose fields may have texts of their own; `undefined`: an unknown one. */
type Described = Pick<Model, 'fields'> | undefined

/**
 * The texts of a field: its model's own, or the messages, with those in `others` instead. A field
 * without any shows its name.
 */
export function fieldText(name: string, model: Described, others: OtherFieldTexts = {}): FieldText {
  const own = model?.fields[name]?.texts
  return own ? inReadersLanguage(own) : { label: () => name, ...fieldTexts[name], ...others[name] }
}

function inReadersLanguage({ label, hint, example }: Omit<FieldTexts, 'options'>): FieldText {
  return {
    label: () => local(label),
    ...(hint && { hint: () => local(hint) }),
    ...(example && { example: () => local(example) }),
  }
}

function local(text: LocalText): string {
  return textIn(text, currentLocale())
}

type OptionText = {
  label: string
  /** One sentence about the effect of choosing it. */
  hint?: string
}

type OptionEntry = { label: () => string; hint?: () => string }

/** The form's name of an option, by `field.option`. Numbers, sizes and file formats need none. */
const optionTexts: Readonly<Record<string, OptionEntry>> = {
  'aspect_ratio.auto': { label: m.option_auto },
  'image_size.square': { label: m.option_square },
  'image_size.square_hd': { label: m.option_square_hd },
  'image_size.portrait_4_3': { label: () => m.option_portrait({ ratio: '3:4' }) },
  'image_size.portrait_16_9': { label: () => m.option_portrait({ ratio: '9:16' }) },
  'image_size.landscape_4_3': { label: () => m.option_landscape({ ratio: '4:3' }) },
  'image_size.landscape_16_9': { label: () => m.option_landscape({ ratio: '16:9' }) },
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
export function optionText(field: string, option: FieldOption, model: Described): OptionText {
  const own = model?.fields[field]?.texts?.options?.[option]
  const text = own ? inReadersLanguage(own) : optionTexts[`${field}.${option}`]
  if (!text) return { label: plainOptionText(field, option) }
  return { label: text.label(), ...(text.hint && { hint: text.hint() }) }
}

function plainOptionText(field: string, option: FieldOption): string {
  if (String(option) === 'true') return m.viewer_on()
  if (String(option) === 'false') return m.viewer_off()
  return optionName(field, option)
}
