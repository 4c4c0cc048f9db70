import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SharedFile } from '#features/shares/web/public.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { PageList } from '#web/shared/page-list.tsx'
import { SharedFileActions } from '#web/shared/record-actions/shared-file-actions.tsx'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/notices.tsx'
import type { SharedItem } from '../contract.ts'
import { sharedCollectionQuery } from './collections.ts'

/** The page of a shared collection, for everyone with its address. */
export function SharedCollectionPage({ path }: { path: string }) {
  const token = path.split('/')[3] ?? ''
  const found = useInfiniteQuery(sharedCollectionQuery(token))
  if (found.error instanceof ApiError && found.error.status === 404) return <Ended />
  return (
    <article className="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 pt-6 pb-16">
      <PageList found={found} loading={m.share_loading()} failed={m.share_not_loaded()}>
        {(pages) => (
          <>
            {pages[0] && <Title name={pages[0].name} />}
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-x-4 gap-y-6">
              {pages
                .flatMap((page) => page.items)
                .map((item) => (
                  <Item key={item.id} item={item} />
                ))}
            </ul>
          </>
        )}
      </PageList>
    </article>
  )
}

function Ended() {
  return (
    <>
      <h1 className="sr-only">{m.collections_shared_page()}</h1>
      <EmptyState
        title={m.collections_ended()}
        action={
          <Link to="/explore" className={buttonStyle()}>
            {m.nav_explore()}
          </Link>
        }
      >
        <p>{m.collections_ended_text()}</p>
      </EmptyState>
    </>
  )
}

function Title({ name }: { name: string }) {
  const studioName = useStudioName()
  useEffect(() => {
    document.title = `${name} · ${studioName}`
  }, [name, studioName])
  return <h1 className="text-title wrap-anywhere">{name}</h1>
}

function Item({ item }: { item: SharedItem }) {
  const title = item.prompt || m.share_made_with({ model: item.model_name })
  return (
    <li className="flex min-w-0 flex-col gap-2">
      {item.files.map((file) => (
        <SharedFile key={file.id} file={file} title={title} isInList />
      ))}
      {item.prompt && <p className="line-clamp-3 text-body wrap-anywhere">{item.prompt}</p>}
      <p className="flex flex-wrap justify-between gap-2 text-small text-quiet">
        {item.model_name}
        <SharedFileActions address={item.files[0]?.url} />
      </p>
    </li>
  )
}
