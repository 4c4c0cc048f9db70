import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Color, colors } from '#core/image-search/color-rules.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import {
  type HistoryFilters,
  hasMakingFilters,
  noFilters,
  statusesOf,
} from '#web/lib/history/address.ts'
import { facetsQuery } from '#web/lib/history/history-query.ts'
import { m } from '#web/messages/compiled/messages.js'
import { DayField, SelectField } from '#web/shared/list-controls.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldLabel } from '#web/ui/controls/field.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { choicesOf, colorName, statusName } from './active-filters.tsx'

type FilterPanelProps = {
  kind: Kind
  filters: HistoryFilters
  onApply: (filters: HistoryFilters) => void
}

/** All filters of a kind's records; they take effect when they are applied. */
export function FilterPanel({ kind, filters, onApply }: FilterPanelProps) {
  const [draft, setDraft] = useState(filters)
  const { modes, models, sizes, tags } = choicesOf(kind, useQuery(facetsQuery(kind)).data)
  const change = (part: Partial<HistoryFilters>) => setDraft({ ...draft, ...part })
  return (
    <form
      className="flex w-[min(22rem,calc(100vw-2.5rem))] flex-col gap-3.5 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(draft)
      }}
    >
      {hasMakingFilters(kind) && (
        <>
          <SelectField
            label={m.history_filter_mode()}
            value={draft.mode}
            choices={modes}
            onChange={(mode) => change({ mode })}
          />
          <SelectField
            label={m.history_filter_model()}
            value={draft.model}
            choices={models}
            onChange={(model) => change({ model })}
          />
          <SelectField
            label={m.history_filter_size()}
            value={draft.size}
            choices={sizes}
            onChange={(size) => change({ size })}
          />
          <ColorField color={draft.color} onChange={(color) => change({ color })} />
        </>
      )}
      <SelectField
        label={m.history_filter_status()}
        value={draft.status}
        choices={statusesOf(kind).map((value) => ({ value, label: statusName(value) }))}
        onChange={(status) => change({ status })}
      />
      <div className="grid grid-cols-2 gap-3">
        <DayField
          label={m.history_filter_from()}
          value={draft.dateStart}
          onChange={(dateStart) => change({ dateStart })}
        />
        <DayField
          label={m.history_filter_to()}
          value={draft.dateEnd}
          onChange={(dateEnd) => change({ dateEnd })}
        />
      </div>
      <TagField tags={tags} picked={draft.tags} onChange={(picked) => change({ tags: picked })} />
      <Switch
        label={m.history_filter_favorites()}
        checked={draft.onlyFavorites}
        onChange={(onlyFavorites) => change({ onlyFavorites })}
      />
      <div className="flex justify-end gap-2 pt-1">
        <Button onClick={() => onApply(noFilters)}>{m.history_filter_clear()}</Button>
        <Button type="submit" variant="primary">
          {m.history_filter_apply()}
        </Button>
      </div>
    </form>
  )
}

type ColorFieldProps = { color: string | undefined; onChange: (color: Color | undefined) => void }

/** The colours that images are found by; pressing the selected one selects none. */
function ColorField({ color: picked, onChange }: ColorFieldProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="contents">
        <FieldLabel>{m.history_filter_color()}</FieldLabel>
      </legend>
      <div className="grid grid-cols-12 max-[24rem]:grid-cols-6 max-[24rem]:gap-y-1.5">
        {colors.map((color) => (
          <button
            key={color}
            type="button"
            aria-label={colorName(color)}
            data-tip={colorName(color)}
            aria-pressed={picked === color}
            onClick={() => onChange(picked === color ? undefined : color)}
            className="size-6 rounded-full border border-edge outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-accent"
            style={{ backgroundColor: swatches[color] }}
          />
        ))}
      </div>
    </fieldset>
  )
}

const swatches: Readonly<Record<Color, string>> = {
  ...{ red: '#d92b2b', orange: '#f0862a', yellow: '#f2d024', green: '#2f9e44', teal: '#1aa3a3' },
  ...{ blue: '#2f66e0', purple: '#7c3aed', pink: '#ec6fb0', brown: '#85522b', black: '#111111' },
  ...{ gray: '#8c8c8c', white: '#fafafa' },
}

type TagFieldProps = {
  tags: readonly string[]
  picked: readonly string[]
  onChange: (picked: readonly string[]) => void
}

/**
 * The tags in use; records with any of the selected ones are shown. Nothing where there are none.
 */
function TagField({ tags, picked, onChange }: TagFieldProps) {
  const all = [...new Set([...picked, ...tags])]
  if (all.length === 0) return null
  const toggle = (tag: string) =>
    onChange(picked.includes(tag) ? picked.filter((one) => one !== tag) : [...picked, tag])
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="contents">
        <FieldLabel>{m.history_filter_tags()}</FieldLabel>
      </legend>
      <div className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto">
        {all.map((tag) => (
          <button
            key={tag}
            type="button"
            aria-pressed={picked.includes(tag)}
            onClick={() => toggle(tag)}
            className="h-control-small max-w-full truncate rounded-full border border-edge px-3 text-small text-quiet aria-pressed:border-accent aria-pressed:text-text"
          >
            {tag}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
