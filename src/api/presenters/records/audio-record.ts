import { progressMessage } from '#contract/error-messages.ts'
import type { GenerationView } from '#contract/generation.ts'
import type { AudioJob, AudioRecord } from '#contract/history-records.ts'
import type { Language } from '#contract/languages.ts'
import { isOpen } from '#domain/status.ts'

/**
 * How a sound stands (docs/spec/api.md#routes, docs/spec/history.md#record). What waits is shown as
 * being made (docs/spec/history.md#list).
 */
export function audioJob(generation: GenerationView, language: Language): AudioJob {
  const { id, status, audio_url: url, prompt, error_message, completed_at } = generation
  const isMade = status === 'completed' && url !== null
  return {
    id,
    status: isOpen(status) ? 'processing' : isMade ? 'completed' : 'failed',
    audioUrl: url,
    errorMessage: error_message,
    progressMessage: isOpen(status) ? progressMessage(status, language) : null,
    progressPercentage: generation.progress,
    error: error_message,
    result: isMade ? { audio: { url }, prompt } : null,
    completed_at,
  }
}

/** A row of the audio history (docs/spec/history.md#record). */
export function audioRecord(generation: GenerationView, language: Language): AudioRecord {
  const { status, audioUrl, errorMessage, progressMessage, progressPercentage } = audioJob(
    generation,
    language,
  )
  const [sound] = generation.images
  const [source] = generation.inputs
  const refund = generation.credits_refunded
  return {
    id: generation.id,
    prompt: generation.prompt,
    createdAt: generation.created_at,
    status,
    audioUrl,
    inputMediaUrl: source?.url ?? null,
    inputMediaType: source?.content_type.startsWith('video/') ? 'video' : 'other',
    duration: sound?.duration_ms != null ? sound.duration_ms / 1000 : null,
    fileSize: sound?.bytes ?? null,
    creditsUsed: generation.credits_charged - refund,
    requestId: generation.request_id,
    errorMessage,
    progressMessage,
    progressPercentage,
    creditsRefunded: refund > 0,
    refundAmount: refund > 0 ? refund : null,
    refundedAt: generation.refunded_at,
    refundReason: generation.refund_reason,
    refundAttempts: generation.refund_attempts,
    generation,
  }
}
