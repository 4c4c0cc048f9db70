import { kindTexts } from '#web/kinds.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { prefersReducedMotion } from '#web/ui/reduced-motion.ts'
import { type FormOf, formTexts } from '../create-kinds.ts'
import { type Example, ExampleWall } from './example-wall.tsx'
import { type Showcase, showcaseOf } from './showcase.ts'

type IdleStageProps = {
  form: FormOf
  examples: readonly Example[]
  onExample: (example: Example) => void
}

/** The stage before a generation: the file that the address names, otherwise examples. */
export function IdleStage({ form, examples, onExample }: IdleStageProps) {
  const showcase = showcaseOf(useLocation().query, location.origin)
  if (showcase) return <ShowcasePlayer showcase={showcase} />
  if (examples.length > 0) return <ExampleWall examples={examples} onChoose={onExample} />
  return <Invitation form={form} />
}

function Invitation({ form }: { form: FormOf }) {
  const Icon = kindTexts[form.kind].icon
  const { title, hint } = formTexts(form).invitation
  return (
    <div className="m-auto flex max-w-md flex-col items-center px-6 py-12 text-center max-lg:py-6">
      <Icon size={28} strokeWidth={1.25} aria-hidden className="text-quiet" />
      <h2 className="mt-4 text-title">{title()}</h2>
      <p className="mt-2 text-balance text-quiet">{hint()}</p>
    </div>
  )
}

/** The file that the address names, played automatically unless the user prefers reduced motion. */
function ShowcasePlayer({ showcase: { video, image, title } }: { showcase: Showcase }) {
  const isCalm = prefersReducedMotion()
  return (
    <figure className="flex min-h-0 flex-1 flex-col p-4 max-lg:h-[min(56dvh,100vw)] lg:p-6">
      {video ? (
        <video
          src={video}
          poster={image}
          aria-label={title ?? m.stage_based_on_this()}
          autoPlay={!isCalm}
          controls={isCalm}
          loop
          muted
          playsInline
          className="min-h-0 flex-1 object-contain"
        />
      ) : (
        <img src={image} alt={title ?? ''} className="min-h-0 flex-1 object-contain" />
      )}
      <figcaption className="pt-3 text-center text-small text-quiet">
        {title ? m.stage_based_on({ title }) : m.stage_based_on_this()}
      </figcaption>
    </figure>
  )
}
