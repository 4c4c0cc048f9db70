import type { AudioJob } from '#core/history/contract/history-records.ts'
import { progressMessage } from '#core/texts/contract/error-messages.ts'
import type { Language } from '#platform/languages/languages.ts'
import type { GenerationView } from '../generation-contract.ts'
import { isOpen } from '../rules/status.ts'

/**
 * Presents an audio job (docs/spec/api.md#routes, docs/spec/history.md#record). A waiting one is
 * shown as processing (docs/spec/history.md#list).
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
