import { useEffect, useState } from 'react'

const count = 96
const calm = Array.from({ length: count }, () => 0)

/**
 * The waveform of an audio; a flat line until it is requested and loaded, and where it cannot be.
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

/** One bar for each peak; the played part is highlighted. `played` is a share of the whole. */
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

/**
 * The loudest moment of each of `count` equal parts, the loudest of all being 1; silence is 0
 * throughout.
 */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const part = samples.length / count
  const peaks = Array.from({ length: count }, (_, index) => {
    const [from, to] = [Math.floor(index * part), Math.floor((index + 1) * part)]
    let peak = 0
    for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0))
    return peak
  })
  const loudest = Math.max(...peaks)
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest)
}

/** Larger files are not fetched a second time just to be drawn. */
const largest = 16 * 1024 * 1024

/**
 * Fetches audio and computes its peaks. Nothing for a file that cannot be read or decoded, or is
 * too large: then none is drawn.
 */
async function findPeaks(
  src: string,
  count: number,
  signal: AbortSignal,
): Promise<number[] | undefined> {
  try {
    const response = await fetch(src, { signal })
    if (!response.ok || Number(response.headers.get('content-length')) > largest) return undefined
    const file = await response.arrayBuffer()
    const decoded = await new OfflineAudioContext(1, 1, 8_000).decodeAudioData(file)
    return peaksOf(decoded.getChannelData(0), count)
  } catch {
    return undefined
  }
}
