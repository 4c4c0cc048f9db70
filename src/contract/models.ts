import { z } from 'zod'

/** `GET /api/models`: the models of this studio now, in the order of the model picker. */
export const ModelsView = z
  .object({
    revision: z.int().meta({
      description:
        'Changes with the models; 0 while they are those of the release. Also in the header `x-models-revision` of every answer.',
    }),
    models: z.array(
      z.object({
        id: z.string(),
        generation_type: z.string(),
        version: z.int(),
        is_offered: z.boolean().meta({ description: 'Whether it can be started.' }),
        definition: z.record(z.string(), z.unknown()).nullable().meta({
          description: 'The model definition; `null`: as in the release.',
        }),
      }),
    ),
  })
  .meta({ id: 'Models' })
export type ModelsView = z.infer<typeof ModelsView>

/** The header with the revision of the models that an answer was made with. */
export const revisionHeader = 'x-models-revision'
