import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { offeredModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { prefill } from '#core/models/rules/prefill.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { type FormAddress, formAddress } from '#web/shared/form-address.ts'
import type { SharedWorkView, ShareView } from '../contract.ts'
import type { ExploreSort } from '../rules.ts'

const exploreKey = ['explore'] as const
const sharedWorkKey = (token: string) => ['shared-work', token] as const
const shareKey = (id: string) => ['share', id] as const

/** The share page of one's own generation; `null`: it has none. */
export function shareQuery(id: string) {
  return queryOptions({
    queryKey: shareKey(id),
    queryFn: async ({ signal }): Promise<ShareView | null> =>
      (await request('GET', '/api/generations/{id}/share', { params: { id }, signal })).share,
    retry: retryUnlessRefused,
  })
}

/** A shared work, as everyone sees it. Fails with `ApiError` 404 once it has ended. */
export function sharedWorkQuery(token: string) {
  return queryOptions({
    queryKey: sharedWorkKey(token),
    queryFn: ({ signal }): Promise<SharedWorkView> =>
      request('GET', '/api/shares/{token}', { params: { token }, signal }),
    retry: retryUnlessRefused,
  })
}

/** The pages of Explore. */
export function exploreQuery(filter: { kind: Kind | undefined; sort: ExploreSort }) {
  return infiniteQueryOptions({
    queryKey: [...exploreKey, filter],
    queryFn: ({ pageParam, signal }) =>
      request('GET', '/api/explore', {
        query: { ...filter, after: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    retry: retryUnlessRefused,
  })
}

/** The form for something like a shared work, and what it costs. */
export type SimilarForm = FormAddress & { credits: number }

/**
 * The form that is filled in with what a work shows of its settings, with the work as the parent.
 * A model that is not offered is replaced by the first of its type; `undefined`: there is none.
 */
export function similarTo(work: SharedWorkView, prices?: Prices): SimilarForm | undefined {
  const offered = offeredModels(work.generation_type)
  const model = offered.find(({ id }) => id === work.model) ?? offered[0]
  if (!model) return undefined
  const { generation_id: id, generation_type } = work
  // Another seed: the same one would make the same work.
  const { seed: _seed, ...input } = work.input ?? {}
  const { to, query } = formAddress({
    ...{ id, generation_type, model: model.id, input, is_public: true },
  })
  // Who makes it decides who sees it.
  const { is_public: _visibility, ...fields } = query
  const { credits } = priceOf(model, prefill(model, fields).values, prices)
  return { to, query: fields, credits }
}
