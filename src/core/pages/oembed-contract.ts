import { z } from 'zod'

/** An answer of oEmbed 1.0 (https://oembed.com). */
export const OembedView = z.strictObject({
  version: z.literal('1.0'),
  type: z.enum(['photo', 'video', 'rich']),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  width: z.int(),
  height: z.int(),
  url: z.string().optional().meta({ description: 'Of a photo.' }),
  html: z
    .string()
    .optional()
    .meta({ description: 'Of a video, and of audio and 3D objects (`rich`).' }),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.int().optional(),
  thumbnail_height: z.int().optional(),
})
export type OembedView = z.infer<typeof OembedView>
