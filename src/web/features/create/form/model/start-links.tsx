import type { FormValues } from '#catalogue/form-values.ts'
import type { Model } from '#catalogue/model.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { modelsFor, type Start, startOf, startsFor } from './starts.ts'

const names: Record<Start, () => string> = {
  text: m.create_start_text,
  image: m.create_start_image,
  frames: m.create_start_frames,
  video: m.create_start_video,
}

/** The ways to begin, each a form of its own. What was typed and chosen goes along. */
export function StartLinks({ model, values }: { model: Model; values: FormValues }) {
  const possible = startsFor(model.kind)
  if (possible.length < 2) return null
  const current = startOf(model, values)
  return (
    <nav aria-label={m.create_start()}>
      <ul className="grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-edge p-0.5">
        {possible.map((start) => (
          <li key={start} className="flex">
            <Link
              to={pathOf(model, start)}
              aria-current={start === current ? 'true' : undefined}
              className="flex min-h-[calc(var(--control)-6px)] flex-1 items-center justify-center rounded-[6px] px-1 text-center text-body leading-tight text-quiet transition-colors hover:text-text aria-[current=true]:bg-text aria-[current=true]:font-medium aria-[current=true]:text-ground"
            >
              {names[start]()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function pathOf(model: Model, start: Start): string {
  const [usual = model] = modelsFor(model.kind, start)
  return formPath({ generationType: usual.generationType, model: usual.id })
}
