import { X } from 'lucide-react'
import { formatDate } from '#web/lib/format.ts'
import { type HistoryFilters, noFilters } from '#web/lib/history/address.ts'
import { m } from '#web/messages/compiled/messages.js'
import { modelName, modeName, sizeName, statusName } from './choices.ts'

type ActiveFiltersProps = { filters: HistoryFilters; onChange: (filters: HistoryFilters) => void }

type Chip = { key: string; name: string; without: Partial<HistoryFilters> }

/** What is filtered by, each with a way to drop it. */
export function ActiveFilters({ filters, onChange }: ActiveFiltersProps) {
  const chips = chipsOf(filters)
  if (chips.length === 0) return null
  return (
    <ul className="flex gap-1.5 overflow-x-auto pb-2 [scrollbar-width:none]">
      {chips.map(({ key, name, without }) => (
        <li key={key}>
          <button
            type="button"
            aria-label={m.history_filter_remove({ name })}
            onClick={() => onChange({ ...filters, ...without })}
            className="flex h-control-small items-center gap-1.5 rounded-full bg-pressed px-3 text-small whitespace-nowrap hover:bg-hover"
          >
            {name}
            <X size={14} aria-hidden className="text-quiet" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => onChange({ ...noFilters, search: filters.search })}
            className="h-control-small rounded-full px-3 text-small whitespace-nowrap text-quiet hover:text-text"
          >
            {m.history_filter_clear()}
          </button>
        </li>
      )}
    </ul>
  )
}

/** How many things are filtered by, the search apart. */
export function activeCount(filters: HistoryFilters): number {
  return chipsOf(filters).length
}

function chipsOf({
  mode,
  model,
  size,
  status,
  dateStart,
  dateEnd,
  onlyFavorites,
  tags,
}: HistoryFilters): Chip[] {
  const chips: (Chip | undefined)[] = [
    mode ? { key: 'mode', name: modeName(mode), without: { mode: undefined } } : undefined,
    model ? { key: 'model', name: modelName(model), without: { model: undefined } } : undefined,
    size ? { key: 'size', name: sizeName(size), without: { size: undefined } } : undefined,
    status
      ? { key: 'status', name: statusName(status), without: { status: undefined } }
      : undefined,
    dateStart
      ? {
          key: 'from',
          name: m.history_filter_since({ day: formatDate(dateStart) }),
          without: { dateStart: undefined },
        }
      : undefined,
    dateEnd
      ? {
          key: 'to',
          name: m.history_filter_until({ day: formatDate(dateEnd) }),
          without: { dateEnd: undefined },
        }
      : undefined,
    onlyFavorites
      ? { key: 'favorites', name: m.history_filter_favorites(), without: { onlyFavorites: false } }
      : undefined,
    ...tags.map((tag) => ({
      key: `tag-${tag}`,
      name: `#${tag}`,
      without: { tags: tags.filter((one) => one !== tag) },
    })),
  ]
  return chips.filter((chip) => chip !== undefined)
}
