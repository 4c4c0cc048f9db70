import { z } from 'zod'
import { kinds } from '#core/models/rules/kinds.ts'
import { usageUnits } from '#core/models/rules/metering.ts'
import { digitalSources } from '#core/provenance/rules/mark.ts'
import { failureCodes } from './rules/failure.ts'
import { statuses } from './rules/status.ts'

/** What a job may wait for, beside its place in the queue. */
const waitingReasons = ['submit_outcome_unknown'] as const

const Timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' })

/**
 * One result file. The addresses work for the owner, and for everybody while the generation is
 * public.
 */
export const MediaView = z
  .object({
    id: z.string(),
    position: z.int().min(1).meta({
      description:
        'Which of the files that were asked for it is, from 1. One that was held back leaves its number out.',
    }),
    url: z.string(),
    thumbnail_url: z
      .string()
      .nullable()
      .meta({ description: 'Webp, at most 640 px wide; null until it is made, and for sound.' }),
    content_type: z.string(),
    bytes: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    duration_ms: z.int().nullable().meta({ description: 'Of videos and audio.' }),
    fps: z.number().nullable().meta({ description: 'Of videos.' }),
    perceptual_hash: z.string().nullable().meta({
      description:
        'How an image looks: PDQ, 64 hexadecimal digits. Near copies differ in at most 31 of the 256 bits. Null for other files, and for what shows too little.',
    }),
  })
  .meta({ id: 'Media' })
export type MediaView = z.infer<typeof MediaView>

/** A file that a generation was made from, and the field that contained it. */
export const InputView = MediaView.extend({ field: z.string() }).meta({ id: 'InputFile' })
export type InputView = z.infer<typeof InputView>

/** A video with a generated sound: instead of its own, or added to it. */
export const MixView = MediaView.extend({ audio: z.enum(['replaced', 'mixed']) }).meta({
  id: 'VideoWithAudio',
})
export type MixView = z.infer<typeof MixView>

/** What is said in a file and when. */
export const TranscriptView = z
  .object({
    language: z.string().nullable().meta({ description: 'As the provider names it.' }),
    segments: z.array(
      z.object({
        start_ms: z.int().meta({ description: 'From the begin of the file.' }),
        end_ms: z.int(),
        text: z.string(),
      }),
    ),
  })
  .meta({ id: 'Transcript' })

/** One generation, complete: input, status, cost, outputs (docs/spec/history.md#record). */
export const GenerationView = z
  .object({
    id: z.string(),
    request_id: z.string(),
    kind: z.enum(kinds),
    generation_type: z.string(),
    image_generation_type: z.string().nullable().meta({ description: 'The type, of an image.' }),
    video_generation_type: z.string().nullable().meta({ description: 'The type, of a video.' }),
    model: z.string(),
    /** Which definition of the model made it. */
    model_version: z.int(),
    model_name: z.string(),
    provider: z.string().nullable().meta({
      description: 'The provider that has or had its job; null until one took it.',
    }),
    status: z.enum(statuses),
    prompt: z.string(),
    negative_prompt: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    steps: z.int().nullable(),
    number_of_images: z.int(),
    seed: z
      .union([z.int(), z.string()])
      .nullable()
      .meta({ description: 'A string of digits when it is larger than 2^53.' }),
    reference_image_url: z.string().nullable(),
    generation_params: z.record(z.string(), z.unknown()),
    input: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Every field as it was asked for; files are our own copies.' }),
    inputs: z
      .array(InputView)
      .meta({ description: 'The files it was made from, in the order of the fields.' }),
    images: z.array(MediaView).meta({ description: 'Every result file; videos and audio, too.' }),
    videos_with_audio: z.array(MixView).meta({
      description:
        'Of a sound that was made for a video: that video with it, as MP4. Made shortly after the sound; empty where ffmpeg is missing.',
    }),
    image_url: z.string().nullable().meta({ description: 'The first result that is an image.' }),
    image_urls: z.array(z.string()).meta({ description: 'Every result that is an image.' }),
    video_id: z.string().nullable().meta({ description: 'Of a video: its id.' }),
    video_url: z
      .string()
      .nullable()
      .meta({ description: 'The result, of a video: the same as `original_video_url`.' }),
    original_video_url: z.string().nullable().meta({ description: 'The result, of a video.' }),
    audio_url: z.string().nullable().meta({ description: 'The result, of a sound.' }),
    mesh_url: z
      .string()
      .nullable()
      .meta({ description: 'The result, of a 3D object: a GLB file.' }),
    answer: z.string().nullable().meta({
      description: 'The result, of image understanding and of transcription.',
    }),
    transcript: TranscriptView.nullable().meta({
      description: 'When the parts of the answer are said, of a transcription that has times.',
    }),
    used: z
      .object({ unit: z.enum(usageUnits), amount: z.number() })
      .nullable()
      .meta({
        description:
          'What the job used of the unit that is paid, where its price was the most: the rest was refunded.',
      }),
    seconds: z.number().nullable().meta({ description: 'How long the result was asked to be.' }),
    user_email: z.string(),
    feature_type: z.string(),
    is_public: z.boolean(),
    is_favorite: z.boolean(),
    is_sample: z
      .boolean()
      .meta({ description: 'Made by the built-in demo engine, not by a real provider.' }),
    digital_source_type: z.enum(digitalSources).nullable().meta({
      description:
        'What the mark of its results says of their origin (IPTC). Of an answer, which is no file, this is the mark.',
    }),
    tags: z.array(z.string()),
    credits_charged: z.int(),
    credits_refunded: z.int(),
    refunded_at: Timestamp.nullable(),
    refund_reason: z
      .string()
      .nullable()
      .meta({ description: 'What the person gave as reason, or why it failed.' }),
    refund_attempts: z
      .int()
      .meta({ description: 'How often credits were asked back and not given.' }),
    can_refund: z
      .boolean()
      .meta({ description: 'It failed, and what was paid for it was not given back.' }),
    parent_id: z.string().nullable().meta({ description: 'What it was made again from.' }),
    queue_position: z
      .int()
      .nullable()
      .meta({ description: 'How many wait before it, while it waits.' }),
    waiting_reason: z.enum(waitingReasons).nullable().meta({
      description:
        'Why it waits, if not for its turn: the provider never confirmed that it took the job.',
    }),
    waiting_until: Timestamp.nullable().meta({
      description: 'Then it fails, unless the provider has answered.',
    }),
    progress: z.int().nullable().meta({ description: 'Percent, when the provider tells it.' }),
    preview: z.string().nullable().meta({
      description:
        'A small image of the unfinished result as a `data:` URL, when the provider sends one.',
    }),
    is_saving: z
      .boolean()
      .meta({ description: 'The provider has finished it; its files wait to be saved.' }),
    removed_at: Timestamp.nullable().meta({
      description: 'When an operator removed its result. The record and what it cost stay.',
    }),
    removal_note: z.string().nullable().meta({ description: 'What the operator wrote about it.' }),
    error_code: z.enum(failureCodes).nullable(),
    error_message: z.string().nullable(),
    can_cancel: z.boolean(),
    is_cancelling: z.boolean().meta({
      description:
        'It was asked to be cancelled and may still finish; it is refunded unless it does.',
    }),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.nullable(),
    queue_ms: z
      .int()
      .nullable()
      .meta({ description: 'How long it waited, in ms; null where its begin was not seen.' }),
    run_ms: z
      .int()
      .nullable()
      .meta({ description: 'How long it was worked on, in ms; null until it is known.' }),
    updated_at: Timestamp,
  })
  .meta({ id: 'Generation' })
export type GenerationView = z.infer<typeof GenerationView>

/** The generations of an account that wait or run. */
export const OpenGenerations = z
  .object({
    total: z.int().min(0).meta({ description: 'Also those that are not listed.' }),
    generations: z.array(GenerationView),
  })
  .meta({ id: 'OpenGenerations' })

/** What every create call answers, beside the fields that the specification names for its kind. */
export const CreateAnswer = z
  .object({
    id: z.string(),
    job_id: z
      .string()
      .meta({ description: 'The same as `id`, by the name that image understanding uses.' }),
    request_id: z.string(),
    status: z.enum(statuses),
    credits_charged: z.int(),
    message: z.string(),
    generation: GenerationView,
  })
  .meta({ id: 'Created' })
export type CreateAnswer = z.infer<typeof CreateAnswer>

/**
 * The fields of a create call beside the model's own. `user`, `user_email` and unknown keys are
 * ignored.
 */
export const CreateEnvelope = z.looseObject({
  model: z.string().nullish(),
  model_type: z.string().nullish().meta({ description: 'The model, in image editing.' }),
  modelId: z.string().nullish().meta({ description: 'The model, in videos.' }),
  image_generation_type: z.string().nullish(),
  video_generation_type: z.string().nullish(),
  audio_generation_type: z.string().nullish(),
  request_id: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must be text without control characters')
    .optional()
    .meta({
      description:
        'Idempotency key: the same request under the same one gives the same generation and charges nothing; another ' +
        'request under it is a 409 `request_id_reused`.',
    }),
  isPublic: z.boolean().optional().meta({ description: 'Default true.' }),
  is_public: z.boolean().optional(),
  expected_credits: z.int().min(0).nullish().meta({
    description:
      'The price that was shown: any other is a 409 `price_changed`, and nothing is charged.',
  }),
  parent_id: z.guid().nullish().meta({
    description: 'The generation it is made again from; kept if the account can see that one.',
  }),
})

/**
 * `POST /api/generations/quote`: a model and its input, as for a create call; files may be missing.
 */
export const QuoteRequest = z.object({
  model: z.string().optional(),
  generation_type: z.string().optional().meta({
    description: 'Where a model makes several; the input may say it instead, as in a create call.',
  }),
  input: z.record(z.string(), z.unknown()),
})

/** A price in credits and its parts: base × quantity × surcharges, rounded once. */
export const PriceView = z
  .object({
    credits: z.int(),
    at_most: z.boolean().meta({
      description: 'Less may be paid: what the job has not used is refunded at its end.',
    }),
    breakdown: z.object({
      base: z.int(),
      unit: z.enum(['image', 'job']),
      quantity: z.int(),
      surcharges: z.array(
        z.object({
          reason: z.enum(['frames', 'steps', 'interpolation', 'length']),
          percent: z.int(),
        }),
      ),
    }),
  })
  .meta({ id: 'Price' })
export type PriceView = z.infer<typeof PriceView>
