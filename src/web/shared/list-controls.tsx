import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { ChevronLeft, ChevronRight } from '#web/ui/icons/basic-icons.ts'

/** An option, and its label. */
export type Choice = { value: string; label: string }

type SelectFieldProps = {
  label: string
  value: string | undefined
  choices: readonly Choice[]
  onChange: (value: string | undefined) => void
}

/** One of several, or all. A value that is no longer an option stays selectable. */
export function SelectField({ label, value, choices, onChange }: SelectFieldProps) {
  const isKnown = value === undefined || choices.some((choice) => choice.value === value)
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || undefined)}
          className="h-control w-full rounded-control border border-edge bg-ground px-2.5 text-body text-text pointer-coarse:text-prompt"
        >
          <option value="">{m.history_filter_all()}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
          {!isKnown && <option value={value}>{value}</option>}
        </select>
      )}
    </Field>
  )
}

type DayFieldProps = {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day in the reader's time zone, `2026-11-21`, or none. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || undefined)}
          className="h-control w-full min-w-0 rounded-control border border-edge bg-ground px-2.5 text-body text-text tabular-nums pointer-coarse:text-prompt"
        />
      )}
    </Field>
  )
}

type PagerProps = { page: number; pages: number; onJump: (page: number) => void }

/** The current page, with buttons for the one before and after. Nothing while there is one page. */
export function Pager({ page, pages, onJump }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav
      aria-label={m.history_pager()}
      className="flex items-center gap-1 max-lg:order-last max-lg:w-full max-lg:justify-between"
    >
      <IconButton
        icon={ChevronLeft}
        label={m.history_previous_page()}
        disabled={page <= 1}
        onClick={() => onJump(page - 1)}
      />
      <p className="text-small whitespace-nowrap text-quiet tabular-nums">
        {m.history_page_of({ page: formatNumber(page), pages: formatNumber(pages) })}
      </p>
      <IconButton
        icon={ChevronRight}
        label={m.history_next_page()}
        disabled={page >= pages}
        onClick={() => onJump(page + 1)}
      />
    </nav>
  )
}
