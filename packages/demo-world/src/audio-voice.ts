import type { Track } from './audio-textures.ts'
import { randomFrom } from './images/noise.ts'

/** The first two resonances of some vowels, in Hz. */
const vowels = [
  [730, 1090],
  [270, 2290],
  [300, 870],
  [530, 1840],
  [570, 840],
] as const

/**
 * Wordless babble in the rhythm of a text: a syllable for each vowel or Chinese character, a pause
 * between words and a longer one between sentences. The same text sounds the same.
 */
export function speak({ samples, rate }: Track, text: string): void {
  const random = randomFrom(text)
  const pitch = random.between(105, 190)
  const parts = text.match(/[aeiouy]+|\p{Script=Han}|[.,;:!?。，！？]|\s/giu) ?? ['a']
  const lengths = parts.map((part) =>
    /[.,;:!?。，！？]/.test(part) ? 2 : /\s/.test(part) ? 0.3 : 1,
  )
  const unit = samples.length / lengths.reduce((sum, length) => sum + length, 0)
  let start = 0
  for (const [index, part] of parts.entries()) {
    const end = start + (lengths[index] ?? 0) * unit
    if (/[\p{Letter}]/u.test(part)) {
      const [low, high] = vowels[random.whole(0, vowels.length - 1)] ?? vowels[0]
      const tone = pitch * random.between(0.88, 1.18)
      addSyllable(
        { samples, rate },
        { start: Math.round(start), end: Math.round(end), tone, low, high },
      )
    }
    start = end
  }
}

type Syllable = { start: number; end: number; tone: number; low: number; high: number }

/** The harmonics of a voice, louder near the two resonances. */
function addSyllable({ samples, rate }: Track, { start, end, tone, low, high }: Syllable): void {
  const harmonics = Array.from({ length: Math.min(30, Math.floor(3_500 / tone)) }, (_, index) => {
    const pitch = tone * (index + 1)
    const near = (resonance: number) => 1 / (1 + ((pitch - resonance) / 110) ** 2)
    return { step: (6.2832 * pitch) / rate, loudness: near(low) + 0.4 * near(high) + 0.02 }
  })
  const last = Math.min(end, samples.length)
  for (let at = start; at < last; at++) {
    const shape = Math.sin((Math.PI * (at - start)) / (end - start)) ** 0.6
    let wave = 0
    for (const { step, loudness } of harmonics) wave += Math.sin(step * (at - start)) * loudness
    samples[at] = (samples[at] ?? 0) + wave * shape
  }
}
