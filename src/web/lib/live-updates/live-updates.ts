import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { accountKey, accountQuery } from '../account.ts'
import { reloadMedia } from '../browser/reload-media.ts'
import { applyEvent, catchUp, historyRefresher } from './apply-event.ts'
import { type LiveStatus, shareStream } from './event-stream.ts'
import { pollOpenGenerations } from './poll-open.ts'

export type { LiveStatus } from './event-stream.ts'

/**
 * Keeps the cached data current while an account is signed in. Called once, at the root of the
 * page.
 */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const account = useQuery(accountQuery).data?.id
  useEffect(() => (account ? startLive(client, account) : undefined), [client, account])
}

/** Whether changes arrive as events. While `down`, open generations are polled. */
export const useLiveStatus = create<LiveStatus>(() => 'connecting')

function startLive(client: QueryClient, account: string): () => void {
  const refreshHistory = historyRefresher(client)
  const stopPolling = pollOpenGenerations(client, () => useLiveStatus.getState() === 'live')

  const stopListening = shareStream(account, {
    onEvent: (event) => {
      if (applyEvent(client, event)) refreshHistory()
    },
    onStatus: (status) => {
      // Data that was fetched before the stream was open may be outdated, or its request may have
      // failed.
      if (status === 'live' && useLiveStatus.getState() !== 'live') {
        void catchUp(client)
        reloadMedia()
      }
      useLiveStatus.setState(status)
    },
    // The session may have ended: the answer with the account decides whether the stream stays
    // open.
    onRefused: () => void client.invalidateQueries({ queryKey: accountKey }),
  })

  return () => {
    stopListening()
    stopPolling()
    useLiveStatus.setState('connecting')
  }
}
