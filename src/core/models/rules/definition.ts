import * as z from 'zod/mini'
import { controlImageKinds } from './control-image-kinds.ts'
import { kinds } from './kinds.ts'
import { imageMeanings } from './mask-models.ts'
import { usageUnits } from './metering.ts'
import { resultTools } from './result-tools.ts'

// The JSON form of a model: docs/models.md explains it. Nothing in it is executed.

const strict = <Shape extends z.core.$ZodShape>(shape: Shape) => z.strictObject(shape)
const maxLabel = 200
const maxFields = 60
const maxOptions = 2_000

/** The longest text that a field may accept, in characters. */
export const maxTextLength = 10_000

/** Plain text: definitions come from outside, and their texts are shown on pages. */
const plain = (max: number) =>
  z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(max),
      z.regex(/^[^<>\p{Cc}]*$/u, { error: 'no markup, no control characters' }),
    )

const name = z
  .string()
  .check(z.regex(/^[a-zA-Z]\w{0,63}$/, { error: 'letters, digits and _, at most 64' }))

const LocalTextSchema = z.intersection(
  z.object({ en: plain(maxLabel) }),
  z.record(z.string().check(z.regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/)), plain(maxLabel)),
)

const Scalar = z.union([z.string().check(z.maxLength(2_000)), z.number(), z.boolean()])

/** What must be true of the values of fields. */
export type Condition =
  | { field: string; in: (string | number | boolean)[] }
  | { field: string; above: number }
  | { field: string; longer: number }
  | { field: string; filled: boolean }
  | { all: Condition[] }
  | { any: Condition[] }

const ConditionSchema: z.ZodMiniType<Condition> = z.lazy(() =>
  z.union([
    strict({ field: name, in: z.array(Scalar).check(z.minLength(1), z.maxLength(100)) }),
    strict({ field: name, above: z.number() }),
    /** A text of more characters, without the spaces at its ends. */
    strict({ field: name, longer: z.int().check(z.gte(1)) }),
    strict({ field: name, filled: z.boolean() }),
    strict({ all: z.array(ConditionSchema).check(z.minLength(1), z.maxLength(10)) }),
    strict({ any: z.array(ConditionSchema).check(z.minLength(1), z.maxLength(10)) }),
  ]),
)

const Group = z.enum(['prompt', 'inputs', 'shape', 'advanced'])
const Option = z.union([z.string().check(z.minLength(1), z.maxLength(120)), z.number()])

const common = {
  group: z.optional(Group),
  /** Where its name is not one of the shared fields (docs/models.md). */
  label: z.optional(LocalTextSchema),
  hint: z.optional(LocalTextSchema),
  example: z.optional(LocalTextSchema),
  option_labels: z.optional(
    z.record(z.string(), strict({ label: LocalTextSchema, hint: z.optional(LocalTextSchema) })),
  ),
  /** Shown and stored, and not sent. */
  ignored: z.optional(z.boolean()),
  /** The field applies only while this is true; otherwise its value is `otherwise`. */
  when: z.optional(
    strict({ field: name, in: z.array(Scalar).check(z.minLength(1)), otherwise: Scalar }),
  ),
}

const choiceOptions = z
  .array(z.string().check(z.minLength(1), z.maxLength(120)))
  .check(z.minLength(1), z.maxLength(maxOptions))

const accept = z.enum(['image', 'video', 'video-or-gif', 'audio'])

const FieldSchema = z.discriminatedUnion('control', [
  strict({
    control: z.literal('text'),
    lines: z.optional(z.int().check(z.gte(1), z.lte(12))),
    required: z.optional(z.boolean()),
    min_length: z.optional(z.int().check(z.gte(0), z.lte(maxTextLength))),
    /** In characters; 2,000 where it is missing. */
    max_length: z.optional(z.int().check(z.gte(1), z.lte(maxTextLength))),
    /** Of a text that is sent `as` lines: the most lines. */
    max_lines: z.optional(z.int().check(z.gte(1), z.lte(100))),
    default: z.optional(z.string().check(z.maxLength(maxTextLength))),
    ...common,
  }),
  strict({
    control: z.enum(['integer', 'decimal']),
    min: z.number(),
    max: z.number(),
    /** Without it the number may be empty, and is not sent. */
    default: z.optional(z.number()),
    /** The value of a request without the field, where it is not the form's first value. */
    absent: z.optional(z.number()),
    step: z.optional(z.number().check(z.gt(0))),
    multiple_of: z.optional(z.int().check(z.gte(2))),
    ...common,
  }),
  strict({ control: z.literal('count'), max: z.int().check(z.gte(1), z.lte(16)), ...common }),
  strict({
    control: z.enum(['choice', 'shape']),
    options: choiceOptions,
    default: z.string(),
    upgrade: z.optional(z.array(z.string())),
    /** Other names that requests use, and the option that each means. */
    also: z.optional(z.record(z.string(), z.string())),
    /** An option that needs a value of another field. */
    needs: z.optional(z.record(z.string(), name)),
    ...common,
  }),
  strict({
    control: z.literal('seed'),
    default: z.optional(z.int()),
    /** The largest seed of the provider, where it is less than 64 bits. */
    max: z.optional(z.int().check(z.gte(1))),
    ...common,
  }),
  strict({ control: z.literal('switch'), default: z.boolean(), ...common }),
  strict({
    control: z.literal('fixed'),
    value: z.union([Option, z.boolean()]),
    unit: z.optional(z.literal('seconds')),
    upgrade: z.optional(z.array(Option)),
    ...common,
  }),
  strict({
    control: z.literal('file'),
    accept,
    required: z.optional(z.boolean()),
    mask_of: z.optional(name),
    /** It guides the result: an image of one of these kinds. */
    control_image: z.optional(
      z.array(z.enum(controlImageKinds)).check(z.minLength(1), z.maxLength(4)),
    ),
    ...common,
  }),
  strict({
    control: z.literal('files'),
    accept,
    /** The fewest files. */
    min: z.optional(z.int().check(z.gte(1), z.lte(20))),
    max: z.int().check(z.gte(1), z.lte(20)),
    ...common,
  }),
])

/** Names that JavaScript objects inherit, which a request may not set. */
const isInherited = (name: string) => name in Object.prototype

/** The other keys of a create request, which no field may take (docs/spec/api.md). */
export const reservedNames: ReadonlySet<string> = new Set([
  ...['model', 'image_generation_type', 'video_generation_type', 'audio_generation_type'],
  ...['image_to_video', 'imageSrc'],
  ...['request_id', 'parent_id', 'is_public', 'isPublic'],
])

/** One value of the provider's request; the first of a list whose condition is true is sent. */
const SentSchema = z.union([
  strict({
    from: name,
    /** Sends another value for some of the field's. */
    values: z.optional(z.record(z.string(), Scalar)),
    /** Sends it as another type; `lines`: a list with the lines of a text. */
    as: z.optional(z.enum(['string', 'list', 'lines'])),
    /** Is not sent where the field has one of these values. */
    omit: z.optional(z.array(Scalar)),
    /** The value that a provider's request without it means, for requests in its own words. */
    absent: z.optional(Scalar),
    when: z.optional(ConditionSchema),
  }),
  strict({ constant: z.union([Scalar, z.null()]), when: z.optional(ConditionSchema) }),
])

const credits = z.int().check(z.gte(0), z.lte(1_000_000))

const PriceSchema = strict({
  unit: z.enum(['image', 'job']),
  /** Credits for one unit; by the values of the field `tier`, with `other` for the rest. */
  base: z.union([credits, z.record(z.string().check(z.maxLength(120)), credits)]),
  /** Says that a price of 0 is meant, as on the operator's own machines. */
  free: z.optional(z.literal(true)),
  tier: z.optional(name),
  /** The field with the number of units. */
  quantity: z.optional(name),
  surcharges: z.optional(
    z
      .array(
        strict({
          reason: z.enum(['frames', 'steps', 'interpolation', 'length']),
          percent: z.int().check(z.gte(101), z.lte(1_000)),
          when: ConditionSchema,
        }),
      )
      .check(z.maxLength(10)),
  ),
  /** The price is the most: what the provider counts at the end is paid, and the rest refunded. */
  metered: z.optional(
    strict({
      unit: z.enum(usageUnits),
      credits: z.int().check(z.gte(1), z.lte(1_000_000)),
      /** So many units cost these credits; 1 where it is missing. */
      per: z.optional(z.int().check(z.gte(1), z.lte(1_000_000_000))),
    }),
  ),
})

const endpoint = z.string().check(
  z.maxLength(200),
  // A version, as Replicate's models have them that are not official.
  z.regex(/^\w[\w.-]*(\/\w[\w.-]*){0,6}(:\w{1,64})?$/, { error: 'owner/name[/path]' }),
)

const maxNodes = 500
const maxWorkflow = 500_000

const WorkflowSchema = z
  .record(
    z.string().check(
      z.regex(/^[\w-]{1,40}$/),
      z.refine((id) => !isInherited(id)),
    ),
    z.looseObject({
      class_type: z.string().check(z.minLength(1), z.maxLength(200)),
      inputs: z.record(z.string().check(z.maxLength(200)), z.unknown()),
    }),
  )
  .check(
    z.refine((nodes) => Object.keys(nodes).length <= maxNodes, {
      error: `at most ${maxNodes} nodes`,
    }),
    z.refine((nodes) => JSON.stringify(nodes).length <= maxWorkflow, {
      error: `at most ${maxWorkflow} characters`,
    }),
  )

const maxAlternatives = 5

const provider = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))

/** A provider that can run a model: what it calls, and what it is sent. */
const routeShape = {
  /** The first whose condition is true is called; the last one has no condition. */
  endpoints: z
    .array(
      strict({
        id: endpoint,
        when: z.optional(ConditionSchema),
        /** Values of fields that a request to this endpoint implies. */
        implies: z.optional(z.record(name, Scalar)),
      }),
    )
    .check(z.minLength(1), z.maxLength(10)),
  /** ComfyUI's workflow in API form; `request` sets inputs of its nodes, as `6.inputs.text`. */
  workflow: z.optional(WorkflowSchema),
  /** By the key of the provider's request; dots lead into objects, and numbers into lists. */
  request: z.record(
    z.string().check(
      z.maxLength(160),
      z.regex(/^[\w-]+(\.[\w-]+)*$/),
      z.refine((key) => !key.split('.').some(isInherited), { error: 'a name of every object' }),
    ),
    z.union([SentSchema, z.array(SentSchema).check(z.minLength(1), z.maxLength(10))]),
  ),
}

/** A model definition. Lengths in characters, prices in credits. */
export const DefinitionSchema = strict({
  $schema: z.optional(z.string()),
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,79}$/, { error: 'a-z, 0-9, . _ -' })),
  name: plain(80),
  kind: z.enum(kinds),
  generation_type: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,79}$/)),
  strength: z.optional(LocalTextSchema),
  hidden: z.optional(z.boolean()),
  stands_in: z.optional(z.boolean()),
  /** It was never run at the live provider; lists of models say so. */
  untested: z.optional(z.boolean()),
  /** It does this to a finished result: the only input that must be given is the result's file. */
  tool: z.optional(z.enum(resultTools)),
  /** Its images are masks of the given image: white where the thing is that the words name. */
  makes: z.optional(z.enum(imageMeanings)),
  prompt_field: z.optional(name),
  provider: z._default(provider, 'fal'),
  ...routeShape,
  /** Further providers of the model, with the same fields and price. */
  alternatives: z.optional(
    z
      .array(strict({ provider, ...routeShape }))
      .check(z.minLength(1), z.maxLength(maxAlternatives)),
  ),
  fields: z.record(name, FieldSchema).check(
    z.refine((fields) => Object.keys(fields).length <= maxFields, {
      error: `at most ${maxFields} fields`,
    }),
  ),
  price: PriceSchema,
  result: z.enum(['images', 'video', 'audio', 'text', 'mesh']),
  /** The field with the name of the result's size. */
  pixels: z.optional(name),
  /** The result's length: a field in seconds, or frames by their rate. */
  seconds: z.optional(z.union([name, strict({ frames: name, rate: name })])),
})

/** A definition as it is written; `Definition` has its defaults. */
export type Definition = z.output<typeof DefinitionSchema>
export type FieldDefinition = Definition['fields'][string]
export type SentValue = z.output<typeof SentSchema>
export type RouteDefinition = Pick<Definition, 'provider' | 'endpoints' | 'workflow' | 'request'>

/**
 * The fields that several models share. Their texts are in the message files; a field of any other
 * name has its label in its definition.
 */
export const describedFields: ReadonlySet<string> = new Set([
  'acceleration',
  'adjust_fps_for_interpolation',
  'aspect_ratio',
  'audio_url',
  'duration',
  'enable_prompt_expansion',
  'enable_safety_checker',
  'end_image_url',
  'enhance_prompt',
  'frames_per_second',
  'guidance_scale',
  'guidance_scale_2',
  'image',
  'image_size',
  'image_url',
  'interpolator_model',
  'mask_image_url',
  'mask_video_url',
  'negative_prompt',
  'num_frames',
  'num_images',
  'num_inference_steps',
  'num_interpolated_frames',
  'output_format',
  'prompt',
  'question',
  'ref_image_urls',
  'resolution',
  'safety_tolerance',
  'seed',
  'shift',
  'speed',
  'start_image_url',
  'strength',
  'task',
  'temperature',
  'video_url',
])
