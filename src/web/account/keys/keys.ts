import { queryOptions } from '@tanstack/react-query'
import type { KeyView } from '#core/accounts/contract/keys.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { m } from '#web/messages/compiled/messages.js'

/**
 * The account's keys, newest first. The time of their last use changes without an event, so they
 * are fetched again.
 */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await request('GET', '/api/account/keys', { signal })).keys,
  staleTime: 0,
  refetchOnWindowFocus: true,
  retry: retryUnlessRefused,
})

type Scope = KeyView['scopes'][number]

/** The scopes to choose from: read only, or also create. */
export type KeyAccess = 'read' | 'create'

/** The scopes of a choice; creating includes reading. */
export const scopesOf: Record<KeyAccess, Scope[]> = { read: ['read'], create: ['read', 'create'] }

/** The texts of a choice. */
export const accessTexts: Record<KeyAccess, { name: () => string; hint: () => string }> = {
  create: { name: m.keys_reach_create, hint: m.keys_reach_create_hint },
  read: { name: m.keys_reach_read, hint: m.keys_reach_read_hint },
}

/** The widest scope of a key. */
export function keyAccess({ scopes }: Pick<KeyView, 'scopes'>): KeyAccess {
  return scopes.includes('create') ? 'create' : 'read'
}
