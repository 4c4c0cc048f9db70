import { z } from 'zod'
import { maxDownloadRecords } from './rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    too_many_downloads: { max: number }
  }
}

/** `POST …/download` (docs/spec/history.md#downloads). */
export const DownloadRequest = z.object({
  imageIds: z
    .array(z.string())
    .min(1)
    .max(maxDownloadRecords)
    .meta({ description: 'Ids of records of this kind.' }),
  format: z.enum(['png']).optional().meta({
    description: 'Turns images of other formats into PNG; videos and audio stay as they are.',
  }),
  settings: z.boolean().optional().meta({
    description:
      'Whether images and videos contain the settings that made them (docs/files.md); true by default.',
  }),
})

/** `POST …/{id}/download` of a list. */
export const DownloadList = z.strictObject({
  format: z.enum(['png']).optional().meta({ description: 'Turns images into PNG.' }),
  settings: z
    .boolean()
    .optional()
    .meta({ description: 'Whether images and videos contain their settings; true by default.' }),
})

/** What a selection takes for its action `download`. */
export const selectionOptions = {
  format: z
    .enum(['png'])
    .optional()
    .meta({ description: 'For `download`: turns images into PNG.' }),
  settings: z.boolean().optional().meta({
    description:
      'For `download`: whether images and videos contain their settings; true by default.',
  }),
}

export const Download = z
  .object({
    downloadUrl: z
      .string()
      .meta({ description: 'Where the zip is, for this account alone, until `expires_at`.' }),
    fileName: z.string(),
    files: z.int().meta({ description: 'How many files are in it.' }),
    bytes: z.int().nullable().meta({
      description:
        'Size of the zip; null when images are turned into PNG, or settings put into files.',
    }),
    expires_at: z.string(),
  })
  .meta({ id: 'Download' })

/** What a selection answers of it. */
export const selectionAnswer = {
  download: Download.nullable().meta({
    description: 'One zip of this part; null when it has no files.',
  }),
}
