import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import type { PacksView, PaymentView } from '../contract.ts'
import { packsKey } from '../page-data-contract.ts'

/** The packs on sale; read again with the settings. */
export const packsQuery = queryOptions({
  queryKey: packsKey,
  queryFn: ({ signal }) => request('GET', '/api/payments/packs', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: retryUnlessRefused,
})

const none: PacksView['packs'] = []

/** The packs on sale, none until they have loaded. */
export function usePacks(): PacksView['packs'] {
  return useQuery(packsQuery).data?.packs ?? none
}

/** How often a payment in progress is polled, in ms. */
const pollTime = 2_000

const isOnItsWay = (payment: PaymentView | undefined) =>
  payment?.status === 'open' || payment?.status === 'waiting'

/** One payment of the account, polled until its outcome is known. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => request('GET', '/api/payments/{id}', { params: { id }, signal }),
    staleTime: 0,
    retry: retryUnlessRefused,
    refetchInterval: ({ state }) => (isOnItsWay(state.data) ? pollTime : false),
  })

/** The pack, and the own path to return to afterwards. */
export type Purchase = { pack: string; returnTo: string }

/**
 * Opens the checkout in place of the page. `isPending` until the page has been left, and not when
 * it is restored from the cache.
 */
export function useCheckout(handlers: { onRefused: (error: Error) => void }) {
  const { mutate, reset, data, variables, isPending } = useMutation({
    mutationFn: ({ pack, returnTo }: Purchase) =>
      request('POST', '/api/payments/checkout', {
        body: { pack, return_to: returnTo },
      }),
    onSuccess: ({ checkout_url }) => location.assign(checkout_url),
    onError: handlers.onRefused,
  })
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [reset])
  const isLeaving = isPending || data !== undefined
  return { begin: mutate, leavingFor: isLeaving ? variables?.pack : undefined }
}
