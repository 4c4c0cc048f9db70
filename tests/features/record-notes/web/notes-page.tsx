import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchJson, retryUnlessRefused } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import type { NoteList } from '../contract.ts'
import { maxNote } from '../rules.ts'

const notesQuery = queryOptions({
  queryKey: ['notes'],
  queryFn: ({ signal }) => fetchJson<NoteList>('GET', '/api/notes', { signal }),
  retry: retryUnlessRefused,
})

/** All notes, and a field for that of the record in the address. */
export function NotesPage({ title }: { title: string }) {
  const { query } = useLocation()
  const { data } = useQuery(notesQuery)
  const notes = data?.notes ?? []
  const { record } = query
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-4 pt-6 pb-16 md:px-8">
      <h1 className="text-title">{title}</h1>
      {data && record && (
        <NoteForm
          key={record}
          id={record}
          note={notes.find(({ id }) => id === record)?.note ?? ''}
        />
      )}
      {data && notes.length === 0 && <p className="text-quiet">{m.notes_none()}</p>}
      <ul className="flex flex-col gap-3">
        {notes.map(({ id, note }) => (
          <li key={id}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

function NoteForm({ id, note }: { id: string; note: string }) {
  const client = useQueryClient()
  const [text, setText] = useState(note)
  const save = useMutation({
    mutationFn: () =>
      fetchJson('PUT', `/api/notes/${encodeURIComponent(id)}`, { body: { note: text } }),
    onSettled: () => client.invalidateQueries({ queryKey: notesQuery.queryKey }),
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Field label={m.notes_field()} error={save.error ? errorText(save.error) : undefined}>
        {(control) => <TextArea {...control} value={text} maxLength={maxNote} onChange={setText} />}
      </Field>
      <Button type="submit" busy={save.isPending} className="self-start">
        {m.notes_save()}
      </Button>
    </form>
  )
}
