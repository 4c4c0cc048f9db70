import { useQuery } from '@tanstack/react-query'
import { accountQuery } from './account.ts'
import { settingsQuery } from './settings.ts'

/**
 * The version of the terms that the signed-in account has to accept; 0: none. `isFirst`: it never
 * accepted any.
 */
export function useTermsToAccept(): { version: number; isFirst: boolean } {
  const { data: account } = useQuery(accountQuery)
  const { data: settings } = useQuery(settingsQuery)
  const accepted = account?.accepted_terms?.version ?? 0
  const version = settings?.terms_version ?? 0
  return { version: account && accepted < version ? version : 0, isFirst: accepted === 0 }
}
