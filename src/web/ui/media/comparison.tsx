import { useState } from 'react'
import { ChevronsLeftRight } from '../icons/media-icons.ts'

export type ComparedImage = { src: string; alt: string }

export type ComparisonProps = {
  before: ComparedImage
  after: ComparedImage
  texts: {
    /** Names the slider. */
    slider: string
    before: string
    after: string
    /** The slider's value for screen readers: “40 % before”. */
    share: (percent: number) => string
  }
}

/**
 * Two images in one place with the shape of the second. The first fills it, so that the same things
 * are over each other where the second was cropped. A line between them is dragged, tapped or moved
 * with the arrow keys: a native range covers both, so that every kind of pointer works.
 */
export function Comparison({ before, after, texts }: ComparisonProps) {
  const [percent, setPercent] = useState(50)
  return (
    <div className="group relative size-full overflow-hidden bg-stage">
      <img
        src={after.src}
        alt={after.alt}
        decoding="async"
        className="absolute inset-0 size-full object-contain"
      />
      <img
        src={before.src}
        alt={before.alt}
        decoding="async"
        className="absolute inset-0 size-full bg-stage object-cover"
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
      />
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
      className={`absolute top-2 rounded-[5px] scheme-dark bg-ground/85 px-2 py-1 text-small text-text ${className}`}
    >
      {children}
    </span>
  )
}
