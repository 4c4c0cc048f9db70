import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { troubleText } from '#web/lib/trouble.ts'
import { m } from '#web/messages/compiled/messages.js'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'

type LoadedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/** What was asked for once it is there; until then that it loads, or why it does not. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error, refetch, isFetching } = query
  if (data !== undefined) return children(data)
  if (!error) {
    return (
      <p role="status" className="py-8 text-quiet">
        {m.admin_loading()}
      </p>
    )
  }
  return (
    <ErrorState
      title={m.admin_failed()}
      retry={{ label: m.admin_try_again(), onRetry: () => void refetch(), busy: isFetching }}
    >
      {troubleText(error, m.admin_no_answer())}
    </ErrorState>
  )
}
