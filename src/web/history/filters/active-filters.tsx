import type { Color } from '#core/image-search/color-rules.ts'
import { findModel, listModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { formatDate } from '#web/lib/format.ts'
import { type HistoryFilters, noFilters } from '#web/lib/history/address.ts'
import type { HistoryFacets } from '#web/lib/history/history-query.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { Choice } from '#web/shared/list-controls.tsx'
import { X } from '#web/ui/icons/basic-icons.ts'

type ActiveFiltersProps = { filters: HistoryFilters; onChange: (filters: HistoryFilters) => void }

type Chip = { key: string; name: string; without: Partial<HistoryFilters> }

/** The active filters, each with a button to remove it. */
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

/** How many filters are active, without the search. */
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
  color,
  near,
}: HistoryFilters): Chip[] {
  const chips: (Chip | undefined)[] = [
    mode ? { key: 'mode', name: modeName(mode), without: { mode: undefined } } : undefined,
    model ? { key: 'model', name: modelName(model), without: { model: undefined } } : undefined,
    size ? { key: 'size', name: sizeName(size), without: { size: undefined } } : undefined,
    color ? { key: 'color', name: colorName(color), without: { color: undefined } } : undefined,
    near ? { key: 'near', name: m.history_filter_near(), without: { near: undefined } } : undefined,
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

const modes: Readonly<Record<string, () => string>> = {
  'text-to-image': m.history_mode_text_to_image,
  'image-to-image': m.history_mode_image_to_image,
  'image-edit': m.history_mode_image_edit,
  'style-transfer': m.history_mode_style_transfer,
}

/** The sizes that have names (docs/spec/history.md#list). */
const sizes: Readonly<Record<string, () => string>> = {
  '512x512': m.history_size_512_512,
  '768x768': m.history_size_768_768,
  '1024x1024': m.history_size_1024_1024,
  '512x768': m.history_size_512_768,
  '768x512': m.history_size_768_512,
  '1024x768': m.history_size_1024_768,
  '768x1024': m.history_size_768_1024,
}

const statuses: Readonly<Record<string, () => string>> = {
  pending: m.history_status_pending,
  processing: m.history_status_processing,
  completed: m.history_status_completed,
  failed: m.history_status_failed,
  partial: m.history_status_partial,
}

const colorNames: Readonly<Record<Color, () => string>> & Readonly<Record<string, () => string>> = {
  red: m.history_color_red,
  orange: m.history_color_orange,
  yellow: m.history_color_yellow,
  green: m.history_color_green,
  teal: m.history_color_teal,
  blue: m.history_color_blue,
  purple: m.history_color_purple,
  pink: m.history_color_pink,
  brown: m.history_color_brown,
  black: m.history_color_black,
  gray: m.history_color_gray,
  white: m.history_color_white,
}

export const colorName = (color: string) => colorNames[color]?.() ?? color
const modeName = (mode: string) => modes[mode]?.() ?? mode
export const statusName = (status: string) => statuses[status]?.() ?? status
const modelName = (model: string) => findModel(model)?.name ?? model

function sizeName(size: string): string {
  const shown = size.replace('x', ' × ')
  const name = sizes[size]?.()
  return name ? `${name} · ${shown}` : shown
}

/**
 * The filters of a kind's records: the catalogue's values first, then other values that occur in
 * the records.
 */
export function choicesOf(kind: Kind, found: HistoryFacets | undefined) {
  const offered = listModels()
    .filter((model) => model.kind === kind && !model.hidden)
    .map(({ id }) => id)
  return {
    modes: choices([...Object.keys(modes), ...(found?.modes ?? [])], modeName),
    models: choices([...offered, ...(found?.models ?? [])], modelName),
    sizes: choices([...Object.keys(sizes), ...(found?.sizes ?? [])], sizeName),
    tags: found?.tags ?? [],
  }
}

function choices(values: readonly string[], nameOf: (value: string) => string): Choice[] {
  return [...new Set(values)].map((value) => ({ value, label: nameOf(value) }))
}
