import { catalogue, findModel } from '#catalogue/catalogue.ts'
import type { Kind } from '#catalogue/kinds.ts'
import type { HistoryFacets } from '#web/lib/history/history-query.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { Choice } from '#web/shared/list-controls.tsx'

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

export const modeName = (mode: string) => modes[mode]?.() ?? mode
export const statusName = (status: string) => statuses[status]?.() ?? status
export const modelName = (model: string) => findModel(model)?.name ?? model

export function sizeName(size: string): string {
  const shown = size.replace('x', ' × ')
  const name = sizes[size]?.()
  return name ? `${name} · ${shown}` : shown
}

/**
 * What there is to filter a kind's records by: what is known to exist first, then what else was
 * found in them.
 */
export function choicesOf(kind: Kind, found: HistoryFacets | undefined) {
  const offered = catalogue
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
