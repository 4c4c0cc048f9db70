import { z } from 'zod'
import { kinds } from './rules/kinds.ts'
import { imageMeanings } from './rules/mask-models.ts'
import { resultTools } from './rules/result-tools.ts'

/** `GET /api/models`: the models of this studio now, in the order of the model picker. */
export const ModelsView = z
  .object({
    revision: z.int().meta({
      description:
        'Changes with the models; 0 while they are those of the release. Also in the header `x-models-revision` of every answer.',
    }),
    missing_forms: z.array(z.string()).meta({
      description:
        'Generation types of any kind that no model can be started for, and `type/id` of models of the release that cannot be started.',
    }),
    models: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(kinds),
        generation_type: z.string(),
        version: z.int(),
        is_offered: z.boolean().meta({ description: 'Whether it can be started.' }),
        tool: z.enum(resultTools).nullable().meta({
          description:
            'What it does to a finished result, given as its only required file; `null`: it is no tool.',
        }),
        makes: z.enum(imageMeanings).nullable().meta({
          description:
            '`mask`: its images are masks of the given image, white where the thing is that the prompt names; `null`: images to look at, or no images.',
        }),
        definition: z.record(z.string(), z.unknown()).nullable().meta({
          description: 'The model definition; `null`: as in the release.',
        }),
      }),
    ),
  })
  .meta({ id: 'Models' })
export type ModelsView = z.infer<typeof ModelsView>

/** `GET /api/generations/{id}/model`: the model as it was when it made a generation. */
export const ModelVersionView = z
  .object({
    id: z.string(),
    generation_type: z.string(),
    version: z.int(),
    definition: z.record(z.string(), z.unknown()).nullable().meta({
      description: 'The model definition; `null`: the model is code of the release.',
    }),
  })
  .meta({ id: 'ModelVersion' })
export type ModelVersionView = z.infer<typeof ModelVersionView>
