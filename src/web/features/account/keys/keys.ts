import { queryOptions } from '@tanstack/react-query'
import type { KeyView } from '#contract/keys.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { m } from '#web/messages/compiled/messages.js'

/**
 * The account's keys, newest first. When each was last used changes by itself, so it is asked for
 * anew.
 */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await request('GET', '/api/account/keys', { signal })).keys,
  staleTime: 0,
  refetchOnWindowFocus: true,
  retry: retryUnlessRefused,
})

type Scope = KeyView['scopes'][number]

/** What a key may do, as it is chosen: only look, or also make. */
export type KeyAccess = 'read' | 'create'

/** The scopes that a choice stands for; making needs looking. */
export const scopesOf: Record<KeyAccess, Scope[]> = { read: ['read'], create: ['read', 'create'] }

/** The words for it. */
export const accessTexts: Record<KeyAccess, { name: () => string; hint: () => string }> = {
  create: { name: m.keys_reach_create, hint: m.keys_reach_create_hint },
  read: { name: m.keys_reach_read, hint: m.keys_reach_read_hint },
}

/** What a key may do at most. */
export function keyAccess({ scopes }: Pick<KeyView, 'scopes'>): KeyAccess {
  return scopes.includes('create') ? 'create' : 'read'
}
