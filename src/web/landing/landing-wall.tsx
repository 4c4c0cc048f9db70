import { useEffect, useId, useRef, useState } from 'react'
import { kindTexts } from '#web/kinds.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Pause, Play } from '#web/ui/icons/basic-icons.ts'
import { ArrowUpRight } from '#web/ui/icons/form-icons.ts'
import { Comparison } from '#web/ui/media/comparison.tsx'
import { allowsAutoplay } from '#web/ui/media/playback.ts'
import { type SampleForm, sampleForm, type WallSample } from './sample-form.ts'

/** Samples of the kinds that the studio offers, each with a link to its filled form and its price. */
export function LandingWall({ samples }: { samples: readonly WallSample[] }) {
  const headingId = useId()
  const prices = usePrices()
  const offered = samples.flatMap((sample) => {
    const form = sampleForm(sample, prices)
    return form ? [{ sample, form }] : []
  })
  if (offered.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="px-5 py-10 lg:px-10 lg:py-14">
      <h2 id={headingId} className="text-title">
        {m.landing_wall()}
      </h2>
      <ul className="mt-6 grid gap-x-5 gap-y-8 sm:grid-cols-2 xl:grid-cols-6">
        {offered.map(({ sample, form }) => (
          <li
            key={`${sample.generationType} ${sample.prompt()}`}
            className={`min-w-0 ${sample.media.kind === 'sound' ? 'xl:col-span-3' : 'xl:col-span-2'}`}
          >
            <figure>
              <div
                className={`relative overflow-hidden bg-stage ${sample.media.kind === 'sound' ? 'h-32' : 'aspect-video'}`}
              >
                <SampleMedia sample={sample} />
              </div>
              <Caption sample={sample} form={form} />
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Caption({ sample, form }: { sample: WallSample; form: SampleForm }) {
  const prompt = sample.prompt()
  const { credits } = form
  return (
    <figcaption className="flex flex-col gap-1 pt-3 text-small">
      <span className="font-medium">{kindTexts[form.kind].form.title()}</span>
      <span className="line-clamp-2 text-quiet">{prompt}</span>
      <Link
        to={form.to}
        query={form.query}
        className="inline-flex min-h-control items-center gap-1 self-start rounded-control underline-offset-4 hover:underline"
      >
        {m.landing_sample_use()}
        <span className="sr-only">: {prompt}</span>
        <span className="text-quiet tabular-nums">
          · {m.create_credits({ count: credits, amount: formatNumber(credits) })}
        </span>
        <ArrowUpRight size={16} aria-hidden />
      </Link>
    </figcaption>
  )
}

function SampleMedia({ sample: { media, prompt } }: { sample: WallSample }) {
  switch (media.kind) {
    case 'clip':
      return <VideoSample src={media.src} poster={media.poster} label={prompt()} />
    case 'sound':
      return <AudioSample src={media.src} label={prompt()} />
    case 'edit':
      return (
        <Comparison
          before={{ src: media.before, alt: m.compare_original() }}
          after={{ src: media.after, alt: prompt() }}
          texts={{
            slider: m.compare_slider(),
            before: m.compare_before(),
            after: m.compare_after(),
            share: (percent) => m.compare_share({ percent }),
          }}
        />
      )
  }
}

type VideoSampleProps = { src: string; poster: string; label: string }

/**
 * A silent clip that plays while it is in view. Its file is fetched then; where reduced motion or
 * data is preferred, after a press.
 */
function VideoSample({ src, poster, label }: VideoSampleProps) {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [isInView, setInView] = useState(false)
  const [wanted, setWanted] = useState<boolean>()
  const plays = isInView && (wanted ?? allowsAutoplay())
  const [wasPlayed, setPlayed] = useState(false)
  if (plays && !wasPlayed) setPlayed(true)
  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting === true),
      { threshold: 0.6 },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    // A browser that refuses shows the poster.
    if (plays) video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }, [plays])
  return (
    <div ref={frame} className="absolute inset-0">
      <img
        src={poster}
        alt={label}
        width={480}
        height={270}
        loading="lazy"
        className="size-full object-cover"
      />
      {wasPlayed && (
        <video
          ref={video}
          src={src}
          muted
          loop
          playsInline
          preload="auto"
          aria-hidden
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <IconButton
        icon={plays ? Pause : Play}
        small
        onImage
        label={plays ? m.landing_pause({ name: label }) : m.landing_play({ name: label })}
        onClick={() => setWanted(!plays)}
        className="absolute right-2 bottom-2"
      />
    </div>
  )
}

/** The heights of the bars behind the button, in percent. They are a drawing, not the sound's. */
const bars = Array.from({ length: 44 }, (_, at) =>
  Math.round(14 + 72 * Math.abs(Math.sin(at * 1.7) * Math.cos(at * 0.31))),
)

/** A sound behind a button; nothing of it is fetched before. Only one plays at a time. */
function AudioSample({ src, label }: { src: string; label: string }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const toggle = () => {
    const { current } = audio
    if (!current) return
    if (isPlaying) return current.pause()
    for (const other of document.querySelectorAll('audio')) other.pause()
    current.play().catch(() => setPlaying(false))
  }
  return (
    <div className="absolute inset-0 flex items-center justify-center">
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-6 inset-y-4 flex items-center justify-between"
      >
        {bars.map((height, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
            key={at}
            className={`w-[2px] rounded-full ${isPlaying ? 'bg-accent' : 'bg-edge'}`}
            style={{ height: `${height}%` }}
          />
        ))}
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: the prompt beside it says what is heard */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
      <IconButton
        icon={isPlaying ? Pause : Play}
        onImage
        label={isPlaying ? m.landing_pause({ name: label }) : m.landing_play({ name: label })}
        onClick={toggle}
        className="relative border border-edge"
      />
    </div>
  )
}
