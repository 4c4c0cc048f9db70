import type { InputView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText } from '#web/shared/field-texts.ts'
import { hasThumbnail } from '#web/shared/media.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'

/**
 * The files something was made from, each under the name its form has for it; they open in a tab of
 * their own.
 */
export function Sources({ inputs }: { inputs: readonly InputView[] }) {
  const seen = inputs.filter(hasThumbnail)
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
              data-tip={fieldText(input.field).label()}
              aria-label={fieldText(input.field).label()}
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
