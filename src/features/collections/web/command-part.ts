import { useInfiniteQuery } from '@tanstack/react-query'
import type { CommandPart } from '#web/app/commands/match-commands.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { collectionPath, collectionsQuery } from './collections.ts'

/** The page of all collections, and the newest ones. */
export const commandPart: CommandPart = {
  pages: [{ path: '/collections', label: m.nav_collections }],
  useFound: ({ isSignedIn, isTyped }) => {
    const isEnabled = isSignedIn && isTyped
    const { data } = useInfiniteQuery({ ...collectionsQuery(), enabled: isEnabled })
    if (!isEnabled) return []
    return (data?.pages ?? [])
      .flatMap(({ collections }) => collections)
      .map(({ id, name }) => ({
        ...{ id: `collection ${id}`, group: m.nav_collections(), label: name },
        run: () => navigate(collectionPath(id)),
      }))
  },
}
