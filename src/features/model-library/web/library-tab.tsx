import { useQuery } from '@tanstack/react-query'
import { QueryResult, SearchForm, Select } from '#web/admin/admin-section.tsx'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { LibraryView } from '../contract.ts'
import { AddEndpoint } from './add-endpoint.tsx'
import { EndpointTable } from './endpoint-table.tsx'
import { libraryQuery } from './library-query.ts'
import { Lists } from './lists.tsx'

/** The endpoints that could be added as models; one of them once it is chosen. */
export function LibraryTab() {
  const { query } = useLocation()
  const end = query.add?.indexOf(':') ?? -1
  if (query.add === undefined || end < 0) return <Library />
  const chosen = { provider: query.add.slice(0, end), endpoint: query.add.slice(end + 1) }
  return <AddEndpoint key={query.add} chosen={chosen} />
}

function Library() {
  // In the address the cursor is `before`, as in other lists, so that a new search leaves it out.
  const { find, provider, category, added, before: after } = useLocation().query
  const library = useQuery(libraryQuery({ find, provider, category, added, after }))
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-quiet">{m.admin_library_text()}</p>
      <QueryResult query={library}>{(view) => <Found view={view} />}</QueryResult>
    </div>
  )
}

function Found({ view }: { view: LibraryView }) {
  const { lists } = view
  if (lists.length === 0) return <Notice>{m.admin_library_no_lists()}</Notice>
  const isSaved = lists.some(({ fetched_at }) => fetched_at !== null)
  const hasFailed = lists.every(
    ({ fetched_at, problem }) => fetched_at !== null || problem !== null,
  )
  return (
    <>
      <Lists lists={lists} />
      {isSaved && <Filters view={view} />}
      {isSaved ? (
        <EndpointTable view={view} />
      ) : (
        <p role="status" className="text-quiet">
          {hasFailed ? m.admin_library_failed() : m.admin_library_none()}
        </p>
      )}
    </>
  )
}

function Filters({ view: { lists, categories } }: { view: LibraryView }) {
  const { path, query } = useLocation()
  const choose = (name: string, value: string) =>
    navigate(path, { query: { ...query, before: null, [name]: value || null } })
  const select = (name: string, label: string, options: { value: string; text: string }[]) => (
    <Select
      label={label}
      value={query[name] ?? ''}
      onChange={(value) => choose(name, value)}
      options={options}
    />
  )
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-60 flex-1">
        <SearchForm label={m.admin_library_find()} />
      </div>
      {select('provider', m.admin_library_provider(), [
        { value: '', text: m.admin_library_any_provider() },
        ...lists.map(({ provider }) => ({ value: provider, text: provider })),
      ])}
      {select('category', m.admin_library_category(), [
        { value: '', text: m.admin_library_any_category() },
        ...categories.map((category) => ({ value: category, text: category })),
      ])}
      {select('added', m.admin_library_added(), [
        { value: '', text: m.admin_library_any_added() },
        { value: 'yes', text: m.admin_library_only_added() },
        { value: 'no', text: m.admin_library_not_added() },
      ])}
    </div>
  )
}
