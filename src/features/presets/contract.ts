import { z } from 'zod'
import { plainText } from '#core/texts/contract/plain-text.ts'
import { maxPresetName, maxPresets } from './rules.ts'

const name = z
  .string()
  .trim()
  .min(1)
  .max(maxPresetName)
  .regex(plainText)
  .meta({ description: 'Unique among the presets of its form.' })

const settings = z
  .record(z.string().max(100), z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]))
  .meta({
    description:
      'Values by field, without prompt and files. A field that is missing has its default.',
  })

const example = {
  name: 'Wide and quick',
  generation_type: 'text-to-image',
  model: 'flux-schnell',
  settings: { image_size: 'landscape_16_9', num_images: 2 },
}

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    /** Another preset of the form has the name. */
    preset_exists: object
    too_many_presets: { max: number }
  }
}

/** `POST /api/presets`. */
export const CreatePreset = z
  .strictObject({
    name,
    generation_type: z.string().max(100),
    model: z.string().max(100),
    settings,
  })
  .meta({ examples: [example] })
export type CreatePreset = z.infer<typeof CreatePreset>

/** `PATCH /api/presets/{id}`. */
export const ChangePreset = z
  .strictObject({ name })
  .meta({ examples: [{ name: 'Wide, two images' }] })
export type ChangePreset = z.infer<typeof ChangePreset>

/** `GET /api/presets`. */
export const PresetsQuery = z.strictObject({
  generation_type: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only the presets of this form.' }),
})

/** Settings of a form that were saved under a name. */
export const PresetView = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    generation_type: z.string(),
    model: z.string(),
    settings: z.record(z.string(), z.unknown()),
    created_at: z.iso.datetime(),
  })
  .meta({
    id: 'Preset',
    examples: [
      {
        id: '01a1fec2-8f0c-7c11-9d0a-3a5d6a5b8a10',
        ...example,
        created_at: '2026-11-21T09:05:00.000Z',
      },
    ],
  })
export type PresetView = z.infer<typeof PresetView>

export const PresetList = z.strictObject({ presets: z.array(PresetView).max(maxPresets) })
export type PresetList = z.infer<typeof PresetList>
