import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { ErrorState } from '#web/ui/feedback/notices.tsx'
import { Search } from '#web/ui/icons/history-icons.ts'

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode }

/** One section of a page, under its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex min-h-control-small flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-prompt font-medium">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

type QueryResultProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/** The result of a query once it has loaded; until then that it loads, or why it failed. */
export function QueryResult<Data>({ query, children }: QueryResultProps<Data>) {
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
      {errorText(error, m.admin_no_answer())}
    </ErrorState>
  )
}

/** Leads from a list to older ones and back to the newest; `before`: the last one shown. */
export function OlderPages({ before }: { before: string | number | null }) {
  const { path, query } = useLocation()
  const go = (to: string | number | null) => navigate(path, { query: { ...query, before: to } })
  if (before === null && query.before === undefined) return null
  return (
    <div className="flex items-center gap-3">
      {query.before !== undefined && <Button onClick={() => go(null)}>{m.admin_newest()}</Button>}
      {before !== null && <Button onClick={() => go(before)}>{m.admin_more()}</Button>}
    </div>
  )
}

/** A search whose text is in the address, so that it can be bookmarked and shared. */
export function SearchForm({ label }: { label: string }) {
  const { path, query } = useLocation()
  const find = (form: FormData) => {
    const { before: _, ...others } = query
    navigate(path, { query: { ...others, find: String(form.get('find') ?? '').trim() || null } })
  }
  return (
    <search>
      <form action={find} className="flex items-end gap-2" key={query.find ?? ''}>
        <div className="min-w-0 flex-1 md:max-w-md">
          <Field label={label}>
            {(control) => (
              <Input
                {...control}
                name="find"
                type="search"
                defaultValue={query.find ?? ''}
                maxLength={320}
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        </div>
        <Button type="submit" icon={Search}>
          {m.admin_find()}
        </Button>
      </form>
    </search>
  )
}

/** The file of a list with everything that its search finds. */
export function FileLink({ list }: { list: string }) {
  const { query } = useLocation()
  return (
    <p>
      <a
        href={`/api/admin/${list}.csv?${new URLSearchParams({ find: query.find ?? '' })}`}
        download
        className="text-small underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {m.admin_list_csv()}
      </a>
    </p>
  )
}

type SelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; text: string }[]
}

/** One of a few values. */
export function Select({ label, value, onChange, options }: SelectProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-control rounded-control border border-edge bg-ground px-2.5 text-body text-text pointer-coarse:text-prompt"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
