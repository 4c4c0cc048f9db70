import { m } from '#web/messages/compiled/messages.js'
import { FieldLabel } from '#web/ui/controls/field.tsx'

type TagFieldProps = {
  tags: readonly string[]
  picked: readonly string[]
  onChange: (picked: readonly string[]) => void
}

/**
 * The tags that occur; records with any of the picked ones are shown. Nothing where there are none.
 */
export function TagField({ tags, picked, onChange }: TagFieldProps) {
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
