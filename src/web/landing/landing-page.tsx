import { useState } from 'react'
import { offeredModels } from '#core/models/rules/catalogue.ts'
import { type Kind, kindFacts, kinds } from '#core/models/rules/kinds.ts'
import { kindTexts } from '#web/kinds.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate } from '#web/lib/navigation/location.ts'
import { useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { sectionsForVisitors } from '#web/shared/nav-sections.ts'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { ArrowUpRight } from '#web/ui/icons/form-icons.ts'
import { LandingWall } from './landing-wall.tsx'
import type { WallSample } from './sample-form.ts'

/** An example image, a small version of it for the strip, and its prompt. */
type Sample = {
  src: string
  strip: string
  width: number
  height: number
  prompt: () => string
}

type LandingPageProps = {
  samples: readonly [Sample, ...Sample[]]
  wall: readonly WallSample[]
}

/**
 * The start page: what the studio is and its button first, an image beside it, and below samples of
 * the other kinds. Nothing is shown that the studio does not offer.
 */
export function LandingPage({ samples, wall }: LandingPageProps) {
  const [chosen, setChosen] = useState<Sample>()
  const shown = chosen ?? samples[0]
  const start = startForms().at(0)
  const isFree = useIsFree()
  return (
    <>
      <div className="flex flex-col sm:short:min-h-stage sm:short:flex-row lg:min-h-[calc(var(--spacing-stage)-4rem)] lg:flex-row">
        <section className="flex shrink-0 flex-col justify-center gap-8 px-6 py-8 max-lg:gap-5 sm:short:w-72 sm:short:py-5 lg:w-80 lg:px-8 lg:py-12 xl:w-100 xl:px-10">
          <div>
            <h1 className="text-display">{m.landing_title()}</h1>
            <p className="mt-4 text-prompt text-quiet sm:short:hidden">
              {isFree ? m.landing_free_text() : m.landing_text()}
            </p>
          </div>
          <div className="flex flex-col items-start gap-6 max-lg:gap-4">
            {start === 'image' && <PromptForm />}
            {start && start !== 'image' && (
              <Link
                to={kindFacts[start].formPath}
                className={buttonStyle({ variant: 'primary', size: 'large' })}
              >
                {m.landing_start_with({ form: kindTexts[start].form.title() })}
              </Link>
            )}
            <nav aria-label={m.landing_links()} className="-my-2 flex flex-wrap gap-x-5 text-small">
              {sectionsForVisitors.map(({ path, label }) => (
                <QuietLink key={path} to={path}>
                  {label()}
                </QuietLink>
              ))}
              <QuietLink to="/pricing">
                {isFree ? m.pricing_free_title() : m.pricing_title()}
              </QuietLink>
              <QuietLink to="/creator/history">{m.app_account_history()}</QuietLink>
              <a href="/api/docs" className={quietLink}>
                {m.landing_api()}
              </a>
            </nav>
          </div>
        </section>
        {start === 'image' && (
          <div className="flex min-w-0 flex-1 flex-col bg-stage">
            <SampleStage sample={shown} isChosen={chosen !== undefined} />
            <SampleStrip samples={samples} shown={shown} onShow={setChosen} />
          </div>
        )}
      </div>
      <LandingWall samples={wall} />
    </>
  )
}

/** A prompt, with which the form opens. */
function PromptForm() {
  const [prompt, setPrompt] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        navigate(kindFacts.image.formPath, { query: { prompt: prompt.trim() || null } })
      }}
      className="flex w-full flex-col gap-3"
    >
      <TextArea
        value={prompt}
        onChange={setPrompt}
        lines={2}
        maxLines={6}
        aria-label={m.field_prompt()}
        placeholder={m.field_prompt_example()}
        maxLength={2_000}
        enterKeyHint="go"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <Button type="submit" variant="primary" size="large" className="self-start">
        {m.landing_start()}
      </Button>
    </form>
  )
}

/** The kinds whose first form has a model, images first. */
function startForms(): Kind[] {
  const order = new Set<Kind>(['image', ...kinds])
  return [...order].filter((kind) => offeredModels(kindFacts[kind].generationType).length > 0)
}

const quietLink =
  'inline-flex min-h-control items-center rounded-control text-quiet underline-offset-4 hover:text-text hover:underline'

function QuietLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={quietLink}>
      {children}
    </Link>
  )
}

/** One sample as large as it fits, with its prompt: a link to the form. */
function SampleStage({ sample, isChosen }: { sample: Sample; isChosen: boolean }) {
  const { src, width, height, prompt } = sample
  return (
    <figure className="flex min-h-0 flex-1 flex-col">
      <div className="relative min-h-0 flex-1 max-lg:aspect-[4/3] sm:short:aspect-auto">
        <img
          key={src}
          src={src}
          alt={prompt()}
          width={width}
          height={height}
          fetchPriority="high"
          className={`absolute inset-0 size-full object-contain ${isChosen ? 'fade-in' : ''}`}
        />
      </div>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 px-5 py-1 text-small">
        <span className="text-quiet">{prompt()}</span>
        <Link
          to="/creator/image/text-to-image"
          query={{ prompt: prompt() }}
          className="inline-flex min-h-control items-center gap-1 rounded-control underline-offset-4 hover:underline"
        >
          {m.landing_sample_use()}
          <span className="sr-only">: {prompt()}</span>
          <ArrowUpRight size={16} aria-hidden />
        </Link>
      </figcaption>
    </figure>
  )
}

type SampleStripProps = {
  samples: readonly Sample[]
  shown: Sample
  onShow: (sample: Sample) => void
}

/** The other samples; one press puts one on the stage. */
function SampleStrip({ samples, shown, onShow }: SampleStripProps) {
  return (
    <ul aria-label={m.landing_samples()} className="flex gap-2 overflow-x-auto px-5 pt-1 pb-5">
      {samples.map((sample) => (
        <li key={sample.src} className="shrink-0">
          <button
            type="button"
            aria-pressed={sample === shown}
            aria-label={sample.prompt()}
            onClick={() => onShow(sample)}
            className="ring-on-picture block border-b-2 border-transparent pb-1.5 transition-colors hover:border-edge aria-pressed:border-accent"
          >
            <img
              src={sample.strip}
              alt=""
              loading="lazy"
              width={sample.width}
              height={sample.height}
              className="h-20 w-auto"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
