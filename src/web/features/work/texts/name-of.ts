import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'

/** What a piece of work is called: its words, where it was made with any. */
export function nameOf({ prompt }: Pick<GenerationView, 'prompt'>): string {
  return prompt || m.work_untitled()
}
