import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/lib/account.ts'

/**
 * Whether options marked as needing an upgrade are marked for this reader: for whoever has never
 * paid (docs/spec/creation.md#models).
 */
export function useNeedsUpgrade(): boolean {
  const { data: account } = useQuery(accountQuery)
  return account !== undefined && !account?.has_ever_paid
}
