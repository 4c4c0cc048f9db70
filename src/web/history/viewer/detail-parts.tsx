import { useQuery } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Field } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import { applies } from '#core/models/rules/parse-input.ts'
import { formatNumber } from '#web/lib/format.ts'
import { generationQuery } from '#web/lib/jobs/generations.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText, optionText } from '#web/shared/field-texts.ts'
import { hasThumbnail } from '#web/shared/media.ts'
import { generationTitle, recordAddress } from '#web/shared/record-actions/record-links.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import { CornerUpLeft } from '#web/ui/icons/form-icons.ts'

/** The input files, each under the name of its field; they open in a new tab. */
export function Sources({
  generation,
  model,
}: {
  generation: GenerationView
  model: Model | undefined
}) {
  const seen = generation.inputs.filter(hasThumbnail)
  if (seen.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 text-small font-medium text-quiet">{m.viewer_made_from()}</h3>
      <ul className="flex flex-wrap gap-2">
        {seen.map((input) => (
          <li key={input.id}>
            <a
              href={input.url}
              target="_blank"
              rel="noreferrer"
              data-tip={fieldText(input.field, model).label()}
              aria-label={fieldText(input.field, model).label()}
              className="ring-on-picture block size-16 overflow-hidden bg-stage"
            >
              <Thumbnail of={[input]} className="size-full object-cover" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The parent of a record, while it still exists; it opens above the current one. */
export function ParentLink({ parentId }: { parentId: string }) {
  const { path, query } = useLocation()
  const { data: parent } = useQuery(generationQuery(parentId))
  if (!parent) return null
  const { to, query: own } = recordAddress(parent)
  return (
    <Link
      to={to}
      query={path === to ? { ...query, result: undefined, ...own } : own}
      layer={path === to}
      className="flex items-center gap-3 rounded-control border border-line p-2 text-small hover:bg-hover"
    >
      <span className="size-10 shrink-0 overflow-hidden bg-stage">
        <Thumbnail of={[...parent.images, ...parent.inputs]} className="size-full object-cover" />
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-1 text-quiet">
          <CornerUpLeft size={12} aria-hidden />
          {m.viewer_parent()}
        </span>
        <span className="block truncate">{generationTitle(parent)}</span>
      </span>
    </Link>
  )
}

/** One line of a list of facts. */
export type Fact = readonly [name: string, value: string]

/**
 * All settings of a generation beside its prompt, its files and its seed, with the names of the form
 * that made it.
 */
export function settingsOf({ input }: GenerationView, model: Model | undefined): Fact[] {
  return Object.entries(model?.fields ?? {}).flatMap(([name, field]): Fact[] => {
    const value = input[name]
    // A shape in pixels is shown as a size.
    if (field.control.kind === 'shape' && model?.pixels) return []
    if (!isSetting(field) || value === undefined || value === null || !applies(field, input))
      return []
    return [[fieldText(name, model).label(), valueText(name, model, value)]]
  })
}

function isSetting({ control: { kind } }: Field): boolean {
  return kind !== 'text' && kind !== 'file' && kind !== 'files' && kind !== 'seed'
}

function valueText(name: string, model: Model | undefined, value: unknown): string {
  const kind = model?.fields[name]?.control.kind
  if (typeof value === 'boolean') return value ? m.viewer_on() : m.viewer_off()
  if (kind === 'segments' || kind === 'shape' || kind === 'fixed') {
    return optionText(name, String(value), model).label
  }
  return typeof value === 'number' ? formatNumber(value) : String(value)
}
