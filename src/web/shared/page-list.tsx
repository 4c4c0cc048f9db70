import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState, Notice } from '#web/ui/feedback/notices.tsx'

/** A query whose pages are fetched one after another. */
type Paged<Page> = UseInfiniteQueryResult<InfiniteData<Page, unknown>>

type PageListProps<Page> = {
  found: Paged<Page>
  /** Said while the first page is loading. */
  loading: string
  /** Said when a page could not be loaded. */
  failed: string
  /** All pages that are there. */
  children: (pages: readonly Page[]) => ReactNode
}

/**
 * The pages of a list, with a button for the next one. When that fails, what is there stays, with a
 * notice below.
 */
export function PageList<Page>({ found, loading, failed, children }: PageListProps<Page>) {
  if (found.isPending) return <p role="status">{loading}</p>
  if (!found.data)
    return (
      <ErrorState
        title={failed}
        retry={{
          label: m.app_try_again(),
          onRetry: () => void found.refetch(),
          busy: found.isFetching,
        }}
      >
        {errorText(found.error)}
      </ErrorState>
    )
  return (
    <>
      {children(found.data.pages)}
      <NextPage found={found} failed={failed} />
    </>
  )
}

/** The button for the next page of a list, if there is one. */
export function NextPage({
  found,
  failed,
  size = 'medium',
}: {
  found: Paged<unknown>
  failed: string
  size?: 'small' | 'medium'
}) {
  return (
    <>
      {found.isFetchNextPageError && (
        <Notice tone="bad" announce="now" title={failed}>
          {errorText(found.error)}
        </Notice>
      )}
      {found.hasNextPage && (
        <Button
          size={size}
          className="mx-auto"
          busy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {m.app_show_more()}
        </Button>
      )}
    </>
  )
}
