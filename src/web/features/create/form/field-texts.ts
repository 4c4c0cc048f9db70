import { m } from '#web/messages/compiled/messages.js'

export type FieldText = {
  label: () => string
  /** Stands in an empty box. */
  example?: () => string
  /** One sentence about what the field does. */
  hint?: () => string
}

/** What the form says about a field, by the field's name, whichever model has it. */
const texts: Record<string, FieldText> = {
  prompt: { label: m.field_prompt, example: m.field_prompt_example },
  negative_prompt: { label: m.field_negative_prompt, example: m.field_negative_prompt_example },
  image_size: { label: m.field_image_size },
  num_images: { label: m.field_num_images },
  num_inference_steps: { label: m.field_num_inference_steps, hint: m.field_num_inference_steps_hint },
  guidance_scale: { label: m.field_guidance_scale, hint: m.field_guidance_scale_hint },
  temperature: { label: m.field_temperature, hint: m.field_temperature_hint },
  cfg_weight: { label: m.field_cfg_weight, hint: m.field_cfg_weight_hint },
  seed: { label: m.field_seed, hint: m.field_seed_hint },
  enable_safety_checker: { label: m.field_enable_safety_checker, hint: m.field_enable_safety_checker_hint },
}

/** The texts of a field. One that nobody has described yet shows its name. */
export function fieldText(name: string): FieldText {
  return texts[name] ?? { label: () => name }
}
