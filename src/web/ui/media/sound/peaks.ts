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
 * Fetches a sound and finds its peaks. Nothing for what cannot be read, decoded or is too large:
 * then none is drawn.
 */
export async function findPeaks(
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
