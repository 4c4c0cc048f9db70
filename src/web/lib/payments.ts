import { queryOptions, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PaymentView } from '#contract/payments.ts'
import { request, retryUnlessRefused } from './api.ts'

/** What is sold. Fixed while the page is open. */
export const packsQuery = queryOptions({
  queryKey: ['packs'],
  queryFn: ({ signal }) => request('GET', '/api/payments/packs', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: retryUnlessRefused,
})

/** While the money is on its way it is asked for this often, in ms. */
const pollTime = 2_000

const isOnItsWay = (payment: PaymentView | undefined) =>
  payment?.status === 'open' || payment?.status === 'waiting'

/** One payment of the account, asked for again until something has become of it. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment', id],
    queryFn: ({ signal }) => request('GET', '/api/payments/{id}', { params: { id }, signal }),
    staleTime: 0,
    retry: retryUnlessRefused,
    refetchInterval: ({ state }) => (isOnItsWay(state.data) ? pollTime : false),
  })

/** What is bought, and the own path where the person goes on afterwards. */
export type Purchase = { pack: string; returnTo: string }

/**
 * Leaves the page for the checkout. `isPending` until the page is gone, and not when it comes back
 * from the cache.
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
