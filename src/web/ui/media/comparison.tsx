import { type ReactNode, useState } from 'react'
import { ChevronsLeftRight } from '../icons/media-icons.ts'

/** `isTransparent`: parts of it may be. */
export type ComparedImage = { src: string; alt: string; isTransparent?: boolean }

export type ComparisonProps = {
  before: ComparedImage
  after: ComparedImage
  texts: SplitTexts
}

type SplitTexts = {
  /** Names the slider. */
  slider: string
  before: string
  after: string
  /** The slider's value for screen readers: “40 % before”. */
  share: (percent: number) => string
}

/**
 * Two images in one place with the shape of the second. The first fills it, so that the same things
 * are over each other where the second was cropped.
 */
export function Comparison({ before, after, texts }: ComparisonProps) {
  return (
    <SplitView
      before={
        <img
          src={before.src}
          alt={before.alt}
          decoding="async"
          loading="lazy"
          className={`size-full object-cover ${backOf(before)}`}
        />
      }
      after={
        <img
          src={after.src}
          alt={after.alt}
          decoding="async"
          loading="lazy"
          className={`size-full object-contain ${backOf(after)}`}
        />
      }
      texts={texts}
    />
  )
}

const backOf = ({ isTransparent }: ComparedImage) => (isTransparent ? 'checkerboard' : '')

/**
 * Two things over each other with a line between them that is dragged, tapped or moved with the
 * arrow keys: a native range covers both, so that every kind of pointer works.
 */
export function SplitView({
  before,
  after,
  texts,
}: {
  before: ReactNode
  after: ReactNode
  texts: SplitTexts
}) {
  const [percent, setPercent] = useState(50)
  return (
    <div className="group relative size-full overflow-hidden bg-stage">
      <div className="absolute inset-0 size-full">{after}</div>
      <div
        className="absolute inset-0 size-full bg-stage"
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
      >
        {before}
      </div>
      <Corner className="left-2">{texts.before}</Corner>
      <Corner className="right-2">{texts.after}</Corner>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-label={texts.slider}
        aria-valuetext={texts.share(percent)}
        onChange={({ target }) => setPercent(Number(target.value))}
        className="compare-input peer absolute inset-0 m-0 size-full cursor-ew-resize touch-pan-y opacity-0"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-[white] shadow-[0_0_0_1px_rgb(0_0_0/0.4)] outline-offset-2 outline-accent peer-focus-visible:outline-2"
        style={{ left: `${percent}%` }}
      >
        <span className="absolute top-1/2 left-1/2 flex size-9 -translate-1/2 items-center justify-center rounded-full scheme-dark bg-ground/85 text-text">
          <ChevronsLeftRight size={18} strokeWidth={1.75} />
        </span>
      </span>
    </div>
  )
}

function Corner({ className, children }: { className: string; children: string }) {
  return (
    <span
      aria-hidden
      className={`absolute top-2 max-w-[calc(50%-1rem)] truncate rounded-[5px] scheme-dark bg-ground/85 px-2 py-1 text-small text-text ${className}`}
    >
      {children}
    </span>
  )
}
