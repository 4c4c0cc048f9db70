import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Kind } from '#core/models/rules/kinds.ts'
import { facetsQuery } from '#web/lib/history/history-query.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import { X } from '#web/ui/icons/basic-icons.ts'
import { Plus } from '#web/ui/icons/history-icons.ts'

type TagsFieldProps = {
  kind: Kind
  tags: readonly string[]
  onChange: (tags: readonly string[]) => void
  typed: string
  onType: (typed: string) => void
  /** Control or Command with Enter. */
  onSave: () => void
}

const problemTexts: Record<TagProblem, () => string> = {
  long: () => m.viewer_tag_long({ max: longestTag }),
  many: () => m.viewer_tag_many({ max: mostTags }),
  twice: m.viewer_tag_twice,
}

/**
 * Tags as chips before a field. Enter or a comma adds, Backspace in an empty field removes the last
 * one.
 */
export function TagsField({ kind, tags, onChange, typed, onType, onSave }: TagsFieldProps) {
  const [problem, setProblem] = useState<TagProblem>()
  const input = useRef<HTMLInputElement>(null)
  // The dialog was opened for typing here.
  useEffect(() => input.current?.focus(), [])
  const change = (next: readonly string[]) => {
    onChange(next)
    input.current?.focus()
  }
  const add = (text: string) => {
    const added = addTags(tags, text)
    setProblem(added.problem)
    if (!added.problem) onType('')
    change(added.tags)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (event.ctrlKey || event.metaKey) onSave()
      else add(typed)
    }
    if (event.key === 'Backspace' && typed === '') change(tags.slice(0, -1))
  }
  const type = (text: string) => {
    setProblem(undefined)
    if (/[,，、]$/.test(text)) add(text)
    else onType(text)
  }
  return (
    <div className="flex flex-col gap-3">
      <Field label={m.viewer_tag_new()} error={problem && problemTexts[problem]()}>
        {(control) => (
          <div className="flex flex-wrap items-center gap-1.5 rounded-control border border-edge p-1.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent">
            {tags.map((tag) => (
              <Chip
                key={tag}
                tag={tag}
                onRemove={() => change(tags.filter((one) => one !== tag))}
              />
            ))}
            <input
              {...control}
              ref={input}
              value={typed}
              autoComplete="off"
              enterKeyHint="done"
              placeholder={tags.length === 0 ? m.viewer_tag_placeholder() : ''}
              onChange={({ target }) => type(target.value)}
              onKeyDown={onKeyDown}
              className="min-h-7 min-w-24 flex-1 bg-transparent px-1 text-prompt outline-none"
            />
          </div>
        )}
      </Field>
      <Suggestions kind={kind} tags={tags} typed={typed} onAdd={(tag) => add(tag)} />
    </div>
  )
}

function Chip({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  return (
    <span className="inline-flex max-w-full items-center gap-0.5 rounded-[6px] bg-pressed py-0.5 pr-0.5 pl-2 text-small">
      <span className="truncate">{tag}</span>
      <button
        type="button"
        aria-label={m.viewer_tag_remove({ tag })}
        onClick={onRemove}
        className="flex size-6 shrink-0 items-center justify-center rounded-[4px] text-quiet hover:text-text"
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}

type SuggestionsProps = Pick<TagsFieldProps, 'kind' | 'tags' | 'typed'> & {
  onAdd: (tag: string) => void
}

function Suggestions({ kind, tags, typed, onAdd }: SuggestionsProps) {
  const { data } = useQuery(facetsQuery(kind))
  const suggested = suggestTags(data?.tags ?? [], tags, typed)
  if (suggested.length === 0) return null
  return (
    <section aria-label={m.viewer_tag_suggestions()}>
      <p aria-hidden className="mb-1.5 text-small text-quiet">
        {m.viewer_tag_suggestions()}
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {suggested.map((tag) => (
          <li key={tag} className="max-w-full">
            <button
              type="button"
              onClick={() => onAdd(tag)}
              className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-[6px] border border-edge px-2 text-small hover:bg-hover"
            >
              <Plus size={12} aria-hidden className="shrink-0" />
              <span className="truncate">{tag}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The most tags of a record, and the most characters of one; the server has the same limits. */
export const mostTags = 20
export const longestTag = 40

export type TagProblem = 'long' | 'many' | 'twice'

export type AddedTags = { tags: readonly string[]; problem?: TagProblem }

/**
 * The tags with the typed text: commas separate several. Spaces alone change nothing; the first
 * problem is returned.
 */
export function addTags(tags: readonly string[], typed: string): AddedTags {
  let added: AddedTags = { tags }
  for (const tag of typed.split(/[,，、\n]/).map((text) => text.trim())) {
    if (tag === '') continue
    const problem = problemOf(added.tags, tag)
    if (problem) return { tags: added.tags, problem }
    added = { tags: [...added.tags, tag] }
  }
  return added
}

/**
 * Tags that were used before, are not selected yet and begin with or contain the typed text; at
 * most `limit`.
 */
export function suggestTags(
  known: readonly string[],
  chosen: readonly string[],
  typed: string,
  limit = 8,
): string[] {
  const searched = typed.trim().toLowerCase()
  const open = known.filter((tag) => !chosen.includes(tag) && tag.toLowerCase().includes(searched))
  const begins = (tag: string) => tag.toLowerCase().startsWith(searched)
  return [...open.filter(begins), ...open.filter((tag) => !begins(tag))].slice(0, limit)
}

function problemOf(tags: readonly string[], tag: string): TagProblem | undefined {
  if (tags.includes(tag)) return 'twice'
  if ([...tag].length > longestTag) return 'long'
  return tags.length >= mostTags ? 'many' : undefined
}
