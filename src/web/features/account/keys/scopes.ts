import type { KeyView } from '#contract/keys.ts'
import { m } from '#web/messages/compiled/messages.js'

export type Scope = KeyView['scopes'][number]

/** What a key may do, as it is chosen: only look, or also make. */
export type Reach = 'read' | 'create'

/** The scopes that a choice stands for; making needs looking. */
export const scopesOf: Record<Reach, Scope[]> = { read: ['read'], create: ['read', 'create'] }

/** The words for it. */
export const reachTexts: Record<Reach, { name: () => string; hint: () => string }> = {
  create: { name: m.keys_reach_create, hint: m.keys_reach_create_hint },
  read: { name: m.keys_reach_read, hint: m.keys_reach_read_hint },
}

/** What a key may do at most. */
export function reachOf({ scopes }: Pick<KeyView, 'scopes'>): Reach {
  return scopes.includes('create') ? 'create' : 'read'
}
