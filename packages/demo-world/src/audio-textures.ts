import type { Random } from './images/noise.ts'

/** One channel while it is generated: its samples and the sample rate. */
export type Track = { samples: Float32Array; rate: number }

/** Adds something to a track. */
export type Texture = (track: Track, random: Random) => void

/**
 * Filtered noise that swells: `pitch` in Hz is how bright it is, `swell` in Hz how often it comes
 * and goes.
 */
export function breath({
  pitch,
  swell,
  loudness,
}: {
  pitch: number
  swell: number
  loudness: number
}): Texture {
  return ({ samples, rate }, random) => {
    const [phase, drift] = [random.between(0, 6.28), random.between(0.8, 1.25)]
    let [low, lower] = [0, 0]
    for (let at = 0; at < samples.length; at++) {
      const time = at / rate
      const tide = 0.5 + 0.5 * Math.sin(6.2832 * swell * drift * time + phase)
      const openness = Math.min(0.9, (6.2832 * pitch * (0.6 + 0.8 * tide)) / rate)
      low += openness * (random.next() * 2 - 1 - low)
      lower += openness * (low - lower)
      samples[at] = (samples[at] ?? 0) + lower * loudness * (0.35 + 0.65 * tide * tide)
    }
  }
}

/** A soft chord: each tone, in Hz, swells and fades independently. */
export function chord(tones: readonly number[], loudness: number): Texture {
  return ({ samples, rate }, random) => {
    for (const tone of tones) {
      const [phase, slow, detune] = [
        random.between(0, 6.28),
        random.between(0.05, 0.16),
        random.between(0.998, 1.002),
      ]
      const step = (6.2832 * tone * detune) / rate
      for (let at = 0; at < samples.length; at++) {
        const presence = 0.5 + 0.5 * Math.sin(6.2832 * slow * (at / rate) + phase)
        const wave = Math.sin(step * at) + 0.3 * Math.sin(2 * step * at + phase)
        samples[at] = (samples[at] ?? 0) + (wave * presence * loudness) / tones.length
      }
    }
  }
}

/**
 * Short random sounds: drops, embers, leaves. `often` per second, from `low` to `high` Hz, each
 * `ms` long.
 */
export function drops(how: {
  often: number
  low: number
  high: number
  ms: number
  loudness: number
}): Texture {
  return ({ samples, rate }, random) => {
    const count = Math.round((samples.length / rate) * how.often)
    for (let drop = 0; drop < count; drop++) {
      const start = random.whole(0, samples.length - 1)
      const step = (6.2832 * random.between(how.low, how.high)) / rate
      const loudness = how.loudness * random.between(0.2, 1)
      const length = Math.round((how.ms / 1000) * rate)
      for (let at = 0; at < length && start + at < samples.length; at++) {
        const shape = Math.min(1, at / (length * 0.08)) * Math.exp((-5 * at) / length)
        samples[start + at] = (samples[start + at] ?? 0) + Math.sin(step * at) * shape * loudness
      }
    }
  }
}
