import type { QueryClient } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { facetsQuery } from '#web/lib/history/history-query.ts'
import {
  generationKey,
  historyKey,
  rememberGeneration,
  setFavorite,
} from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'

type Change = { isFavorite: boolean; tags: readonly string[] | undefined }

/**
 * Shows a record as a favourite at once and sends the change to the server; if it is refused, the
 * mark is reverted. Changes of one record are sent one after the other, so that the last one wins.
 * Never throws.
 */
export async function markFavorite(
  client: QueryClient,
  generation: GenerationView,
  change: Change,
): Promise<void> {
  const key = generationKey(generation.id)
  const before = client.getQueryData<GenerationView>(key) ?? generation
  const { isFavorite, tags = before.tags } = change
  // The cached record may be another object than the given one.
  const shown = client.setQueryData<GenerationView>(key, {
    ...before,
    is_favorite: isFavorite,
    tags: [...tags],
  })

  const options = {
    scope: { id: `favorite-${generation.id}` },
    networkMode: 'always' as const,
    mutationFn: () => setFavorite(generation, isFavorite, change.tags),
  }
  try {
    const answer = await client.getMutationCache().build(client, options).execute(undefined)
    // A later change is already shown.
    if (client.getQueryData(key) === shown) rememberGeneration(client, answer)
    void client.invalidateQueries({ queryKey: historyKey })
    // New tags are suggested from now on.
    if (change.tags)
      void client.invalidateQueries({ queryKey: facetsQuery(generation.kind).queryKey })
  } catch {
    if (client.getQueryData(key) === shown) client.setQueryData(key, before)
    toast(m.work_not_favorite(), { tone: 'bad' })
  }
}
