import { queryOptions } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { request, retryUnlessRefused, serverNow } from '../api.ts'
import {
  generationKey,
  isOpen,
  type OpenJobs,
  openJobsKey,
  rememberGeneration,
} from './generations.ts'

/** A job that started this long before the request, in ms, may be missing from the answer. */
const overlapMs = 2_000

/**
 * The account's open generations of all kinds. Live events keep the list current, so it is fetched
 * once, and again after the stream of events was interrupted.
 */
export const openJobsQuery = queryOptions({
  queryKey: openJobsKey,
  queryFn: async ({ client, signal }): Promise<OpenJobs> => {
    const askedAt = serverNow() - overlapMs
    const { total, generations } = await request('GET', '/api/generations/open', { signal })
    for (const generation of generations) rememberGeneration(client, generation)
    const known = (id: string) => client.getQueryData<GenerationView>(generationKey(id))
    // What has ended or begun since may already be known from an event.
    const open = generations.flatMap(({ id }) => known(id) ?? []).filter(isOpen)
    const begun = client
      .getQueriesData<GenerationView>({ queryKey: ['generation'] })
      .flatMap(([, generation]) => generation ?? [])
      .filter(
        (generation) =>
          isOpen(generation) &&
          Date.parse(generation.created_at) >= askedAt &&
          !generations.some(({ id }) => id === generation.id),
      )
    return {
      total: total - generations.length + open.length + begun.length,
      ids: [...begun, ...open].map(({ id }) => id),
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: retryUnlessRefused,
})
