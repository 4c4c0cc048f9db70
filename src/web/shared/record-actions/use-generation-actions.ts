import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { ApiError } from '#web/lib/api.ts'
import { embedsSettings } from '#web/lib/browser/browser-settings.ts'
import {
  cancelGeneration,
  generationKey,
  historyKey,
  isOpen,
  rememberGeneration,
  setVisibility,
} from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { deleteRecords } from './delete-records.ts'
import { downloadAddress, fileNameOf, saveFile } from './save-file.ts'

export type GenerationActions = {
  cancel(): Promise<void>
  changeVisibility(isPublic: boolean): Promise<void>
  download(images: readonly MediaView[]): Promise<void>
  copyPrompt(): Promise<void>
  /** Returns whether it was deleted. */
  remove(): Promise<boolean>
}

/**
 * The actions on a generation beside making more of it. None of these throws; each reports its
 * failure.
 */
export function useGenerationActions(generation: GenerationView): GenerationActions {
  const client = useQueryClient()
  const change = async (answer: Promise<GenerationView>) => {
    try {
      const changed = await answer
      rememberGeneration(client, changed)
      if (changed.is_cancelling) reportIfFinished(client, changed.id)
      await client.invalidateQueries({ queryKey: historyKey })
    } catch (error) {
      const isTooLate = error instanceof ApiError && error.code === 'too_late'
      // The cached generation is older than the answer.
      if (isTooLate) void client.invalidateQueries({ queryKey: generationKey(generation.id) })
      toast(isTooLate ? m.create_too_late() : m.create_not_changed(), {
        tone: isTooLate ? 'plain' : 'bad',
      })
    }
  }
  return {
    cancel: () => change(cancelGeneration(generation.id)),
    changeVisibility: (isPublic) => change(setVisibility(generation.id, isPublic)),
    download: async (images) => {
      try {
        for (const image of images) {
          const address = downloadAddress(image, embedsSettings())
          await saveFile(address, fileNameOf(generation, image))
        }
      } catch {
        toast(m.create_not_downloaded(), { tone: 'bad' })
      }
    },
    copyPrompt: async () => {
      try {
        await navigator.clipboard.writeText(generation.prompt)
        toast(m.stage_copied())
      } catch {
        toast(m.create_not_copied(), { tone: 'bad' })
      }
    },
    remove: () => deleteRecords(client, generation.kind, [generation]),
  }
}

/** Reports that a generation has completed while it was being cancelled. */
function reportIfFinished(client: QueryClient, id: string): void {
  const stop = client.getQueryCache().subscribe(() => {
    const now = client.getQueryData<GenerationView>(generationKey(id))
    if (now && isOpen(now)) return
    stop()
    const hasResult = now?.status === 'completed' || now?.status === 'partial'
    if (hasResult) toast(m.stage_cancel_finished(), { description: m.stage_cancel_finished_text() })
  })
}
