import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { troubleText } from '#web/lib/trouble.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

type LoadedProps<Data> = {
  query: UseQueryResult<Data>
  /** What is said until it is there. */
  loading: string
  /** What could not be shown. */
  failed: string
  children: (data: Data) => ReactNode
}

/**
 * A part of a page that is fetched by itself: words while it comes, words and a way on when it does
 * not.
 */
export function Loaded<Data>({ query, loading, failed, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return <p className="py-2 text-quiet">{loading}</p>
  return (
    <Notice
      tone="bad"
      title={failed}
      announce="now"
      action={
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          {m.account_try_again()}
        </Button>
      }
    >
      {troubleText(error, m.account_no_line())}
    </Notice>
  )
}
