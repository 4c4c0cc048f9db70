import { z } from 'zod'
import { ActRequest } from '#core/operators/contract.ts'
import { changes } from './import/changes.ts'
import { kinds } from './rules/kinds.ts'

const time = z.iso.datetime()
const definition = z.record(z.string(), z.unknown())

/** The largest body of these requests, in bytes: a definition, or a provider's document. */
export const maxModelBytes = 1024 * 1024

/** Where a model's current version comes from; `ready`: it comes with the product, not added yet. */
const sources = ['built-in', 'operator', 'file', 'ready'] as const
export type AdminModelSource = (typeof sources)[number]

/** The effective price of each tier in credits; `base`: the definition's, where an override counts. */
export const PriceTiersView = z.strictObject({
  unit: z.enum(['image', 'job']),
  tiers: z.array(z.strictObject({ tier: z.string(), credits: z.int(), base: z.int().nullable() })),
})

/** A model among others. What no valid version says is `null`. */
export const AdminModelLine = z.strictObject({
  id: z.string(),
  generation_type: z.string(),
  kind: z.enum(kinds).nullable(),
  name: z.string().nullable(),
  provider: z.string().nullable(),
  /** Without it the model is not offered. */
  is_provider_configured: z.boolean(),
  /** `null`: it was deleted. */
  source: z.enum(sources).nullable(),
  /** The current version; `null`: deleted, or not added yet. */
  version: z.int().nullable(),
  is_enabled: z.boolean(),
  /** It was made of a document and not run at the live provider. */
  is_untested: z.boolean(),
  /** The current version cannot be used by this release; the newest one that can be is. */
  is_unreadable: z.boolean(),
  price: PriceTiersView.nullable(),
  author: z.string().nullable(),
  reason: z.string().nullable(),
  changed_at: time.nullable(),
})
export type AdminModelLine = z.infer<typeof AdminModelLine>

/** `GET /api/admin/models`: in the order of the model picker, then those that are ready. */
export const AdminModelsView = z.strictObject({ data: z.array(AdminModelLine) })
export type AdminModelsView = z.infer<typeof AdminModelsView>

const ModelVersionView = z.strictObject({
  version: z.int(),
  source: z.enum(['built-in', 'operator', 'file']),
  author: z.string(),
  reason: z.string(),
  created_at: time,
})
export type ModelVersionView = z.infer<typeof ModelVersionView>

/** What a provider has changed in an input; `ours` and `theirs`: as far as they differ. */
const SchemaChangeView = z.strictObject({
  path: z.string(),
  change: z.enum(changes),
  ours: z.unknown(),
  theirs: z.unknown(),
  is_breaking: z.boolean(),
})
export type SchemaChangeView = z.infer<typeof SchemaChangeView>

/** `GET /api/admin/models/{type}/{id}`, with one version’s definition. */
export const AdminModelView = z.strictObject({
  ...AdminModelLine.shape,
  endpoints: z.array(z.string()),
  /** Those that can run it, its own first; `median_ms`: of its jobs of the last hour there. */
  providers: z.array(
    z.strictObject({
      provider: z.string(),
      endpoints: z.array(z.string()),
      is_configured: z.boolean(),
      median_ms: z.number().nullable(),
      jobs: z.int(),
    }),
  ),
  /** How its provider's documents differ since the current version; `null`: not at all. */
  schema: z.strictObject({ since: time, changes: z.array(SchemaChangeView) }).nullable(),
  /** Whose definition it is; `null`: of none, because it is not added yet. */
  shown_version: z.int().nullable(),
  /** `null`: it is code. */
  definition: definition.nullable(),
  /** Newest first. */
  versions: z.array(ModelVersionView),
})
export type AdminModelView = z.infer<typeof AdminModelView>

/** `version`: whose definition is shown, instead of the current one’s. */
export const AdminModelQuery = z.strictObject({
  version: z.coerce.number().int().min(1).optional(),
})

/** The version that the operator saw; `null`: there was no such model. */
const expected_version = z.int().min(1).nullable()

/** `POST /api/admin/models`: a new version, or a new model, which is enabled or not. */
export const SaveModelRequest = z.strictObject({
  ...ActRequest.shape,
  definition,
  enabled: z.boolean().default(true),
  expected_version,
})

/** `POST /api/admin/models/{type}/{id}/{enable,disable,delete}`. */
export const ChangeModelRequest = z.strictObject({ ...ActRequest.shape, expected_version })

/** `POST /api/admin/models/check`: what is wrong with a definition. */
export const CheckModelRequest = z.strictObject({ definition })

const problems = z.array(z.strictObject({ path: z.string(), message: z.string() }))

export const CheckedModelView = z.strictObject({ problems })
export type CheckedModelView = z.infer<typeof CheckedModelView>

/** `POST /api/admin/models/import`: a document, or the endpoint that it is of; changes nothing. */
export const ImportModelRequest = z
  .strictObject({
    endpoint: z
      .string()
      .trim()
      .max(200)
      .regex(/^\w[\w.-]*(\/\w[\w.-]*){1,6}$/)
      .optional(),
    document: definition.optional(),
    price: z.int().min(1).max(1_000_000).optional(),
    id: z.string().trim().max(80).optional(),
  })
  .refine(({ endpoint, document }) => (endpoint === undefined) !== (document === undefined), {
    path: ['endpoint'],
  })

/** What a document was made into; `unmapped`: its inputs that the form does not have. */
export const ImportedModelView = z.strictObject({
  definition: definition.nullable(),
  unmapped: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
  problems,
})
export type ImportedModelView = z.infer<typeof ImportedModelView>
