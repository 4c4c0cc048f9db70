import type { AccountRow } from '#core/accounts/tables.ts'
import { presentInput, presentMedia } from '#core/downloads/present-media.ts'
import type { RequestContext } from '#core/http/env.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { type Kind, kindFacts } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { failureMessage } from '#core/texts/contract/error-messages.ts'
import type { Language } from '#platform/languages/languages.ts'
import { canCancel, isCancelling, isSubmitOutcomeUnknown } from '../cancel-generation.ts'
import type { GenerationView, MediaView } from '../generation-contract.ts'
import type { GenerationWithMedia } from '../read-generation.ts'
import { canRefund } from '../refund-generation.ts'
import { timingsOf } from '../rules/timings.ts'

/** The reader of an answer: the language of texts and the base of addresses. */
export type Reader = { email: string; language: Language; origin: string }

/** Presents a row. Leases, ids of jobs at providers and storage keys never leave the server. */
export function presentGeneration(found: GenerationWithMedia, reader: Reader): GenerationView {
  const { row, outputs, refund } = found
  const model = modelOf(row)
  const images = outputs.map((media) => presentMedia(media, reader.origin))
  const { input, inputs } = presentInput(found, model ?? { fields: {} }, reader.origin)
  const pixels = model?.pixels?.(row.input)
  const { error_code } = row
  const error_message = error_code && failureMessage({ ...row, error_code }, reader.language)
  return {
    id: row.id,
    request_id: row.request_id,
    kind: row.kind,
    generation_type: row.generation_type,
    image_generation_type: row.kind === 'image' ? row.generation_type : null,
    video_generation_type: row.kind === 'video' ? row.generation_type : null,
    model: row.model,
    model_version: row.model_version,
    model_name: model?.name ?? row.model,
    provider: row.provider_job?.provider ?? null,
    status: row.status,
    prompt: String(input[model?.promptField ?? 'prompt'] ?? ''),
    negative_prompt: String(input.negative_prompt ?? ''),
    width: pixels?.width ?? images[0]?.width ?? null,
    height: pixels?.height ?? images[0]?.height ?? null,
    steps: numberOr(input.num_inference_steps, row.kind === 'image' ? 0 : null),
    number_of_images: row.requested,
    seed: seedOf(row.seed ?? input.seed),
    reference_image_url: row.kind === 'image' ? (inputs[0]?.url ?? null) : null,
    generation_params: generationParams(input),
    input,
    inputs,
    images,
    videos_with_audio: found.mixes.map((mix) => ({
      ...presentMedia(mix, reader.origin),
      audio: mix.position === 0 ? ('replaced' as const) : ('mixed' as const),
    })),
    ...presentResults(row.kind, row.id, images),
    answer: row.answer,
    transcript: row.transcript,
    used: row.used,
    seconds: secondsOf(model, row.input),
    user_email: reader.email,
    feature_type: kindFacts[row.kind].featureType,
    is_public: row.is_public,
    is_favorite: row.is_favorite,
    is_sample: row.is_sample,
    digital_source_type:
      row.answer === null ? (outputs[0]?.digital_source ?? null) : 'trainedAlgorithmicMedia',
    tags: row.tags,
    credits_charged: row.price,
    credits_refunded: row.refunded,
    refunded_at: refund?.created_at.toISOString() ?? null,
    refund_reason: refund ? (refund.note ?? error_message) : null,
    refund_attempts: row.refund_attempts,
    can_refund: canRefund(row),
    parent_id: row.parent_id,
    queue_position: row.queue_position,
    ...presentWaiting(row),
    progress: row.progress,
    preview: row.preview,
    is_saving: row.step === 'store',
    removed_at: row.removed_at?.toISOString() ?? null,
    removal_note: row.removal_note,
    error_code,
    error_message,
    can_cancel: canCancel(row),
    is_cancelling: isCancelling(row),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    ...timingsOf(row),
    updated_at: row.updated_at.toISOString(),
  }
}

/** In this step the next time is the end of the wait. */
function presentWaiting(
  row: GenerationWithMedia['row'],
): Pick<GenerationView, 'waiting_reason' | 'waiting_until'> {
  if (!isSubmitOutcomeUnknown(row)) return { waiting_reason: null, waiting_until: null }
  return {
    waiting_reason: 'submit_outcome_unknown',
    waiting_until: row.next_step_at?.toISOString() ?? null,
  }
}

/**
 * The results under the names in the specified records (docs/spec/history.md#record).
 */
function presentResults(kind: Kind, id: string, files: MediaView[]) {
  const urlOf = (type: string) =>
    files.find((file) => file.content_type.startsWith(type))?.url ?? null
  const images = files.filter((file) => file.content_type.startsWith('image/'))
  return {
    image_url: images[0]?.url ?? null,
    image_urls: images.map(({ url }) => url),
    video_id: kind === 'video' ? id : null,
    video_url: urlOf('video/'),
    original_video_url: urlOf('video/'),
    audio_url: urlOf('audio/'),
    mesh_url: urlOf('model/'),
  }
}

/** The parameters that the specification groups (docs/spec/history.md#record). */
function generationParams(input: Record<string, unknown>): Record<string, unknown> {
  const { guidance_scale, enable_safety_checker, strength } = input
  return {
    ...(guidance_scale !== undefined && { guidance_scale }),
    ...(enable_safety_checker !== undefined && { enable_safety_checker }),
    ...(strength !== undefined && { image_strength: strength }),
  }
}

/** The requested length, in seconds; older records may lack the field that decides it. */
function secondsOf(model: Model | undefined, input: Record<string, unknown>): number | null {
  const seconds = model?.seconds?.(input)
  return Number.isFinite(seconds) ? (seconds ?? null) : null
}

function seedOf(value: unknown): number | string | null {
  if (value === null || value === undefined) return null
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

function numberOr<Fallback>(value: unknown, fallback: Fallback): number | Fallback {
  return typeof value === 'number' ? value : fallback
}

/** The reader of an answer to this request. */
export function readerOf(c: RequestContext, account: AccountRow): Reader {
  return { email: account.email, language: c.get('language'), origin: c.get('origin') }
}
