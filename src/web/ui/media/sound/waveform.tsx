import { useEffect, useState } from 'react'
import { findPeaks } from './peaks.ts'

const count = 96
const calm = Array.from({ length: count }, () => 0)

/**
 * The level of a sound over its length; a calm line until it is wanted and known, and where it
 * cannot be.
 */
export function usePeaks(src: string | undefined): readonly number[] {
  const [found, setFound] = useState<{ src: string; peaks: number[] }>()
  useEffect(() => {
    if (src === undefined) return
    const leaving = new AbortController()
    void findPeaks(src, count, leaving.signal).then(
      (peaks) => peaks && !leaving.signal.aborted && setFound({ src, peaks }),
    )
    return () => leaving.abort()
  }, [src])
  return found && found.src === src ? found.peaks : calm
}

/** One bar for each peak; what has been played is lit. `played` is a share of the whole. */
export function Waveform({ peaks, played }: { peaks: readonly number[]; played: number }) {
  return (
    <>
      <Bars peaks={peaks} className="text-edge" />
      <span
        className="absolute inset-0"
        style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }}
      >
        <Bars peaks={peaks} className="text-accent" />
      </span>
    </>
  )
}

function Bars({ peaks, className }: { peaks: readonly number[]; className: string }) {
  return (
    <svg
      viewBox={`0 0 ${peaks.length * 3} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`absolute inset-0 size-full ${className}`}
    >
      <path d={peaks.map(barOf).join('')} fill="currentColor" />
    </svg>
  )
}

function barOf(peak: number, index: number): string {
  const height = Math.max(3, peak * 100)
  return `M${index * 3 + 0.5} ${(100 - height) / 2}h2v${height}h-2z`
}
