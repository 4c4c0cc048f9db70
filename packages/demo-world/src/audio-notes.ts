import type { Track } from './audio-textures.ts'
import type { Random } from './images/noise.ts'

/** A tone: `at` and `length` in seconds, `pitch` in Hz. */
export type Note = { at: number; length: number; pitch: number; loudness: number }

const chordSteps = [0, 5, 9, 7]

/** A bass and a melody over four chords, repeated with changes for so many seconds. */
export function composeMusic(seconds: number, scale: readonly number[], random: Random): Note[] {
  const root = 110 * 2 ** (random.whole(0, 7) / 12)
  const beat = 60 / random.whole(76, 112)
  const pitchOf = (step: number) => root * 2 ** (step / 12)
  const motif = Array.from({ length: 8 }, () => random.whole(0, scale.length - 1))
  const notes: Note[] = []
  for (let count = 0; count * beat < seconds; count++) {
    const at = count * beat
    const chord = chordSteps[Math.floor(count / 4) % chordSteps.length] ?? 0
    if (count % 2 === 0) notes.push({ at, length: beat * 2, pitch: pitchOf(chord), loudness: 0.5 })
    for (const half of [0, 0.5]) {
      if (!random.chance(0.7)) continue
      const step = scale[(motif[(count * 2 + half * 2) % motif.length] ?? 0) % scale.length] ?? 0
      const pitch = pitchOf(chord + step + 24)
      notes.push({ at: at + half * beat, length: beat * 1.5, pitch, loudness: 0.3 })
    }
  }
  return notes
}

/** Plucked strings: each note decays by itself. */
export function playNotes({ samples, rate }: Track, notes: readonly Note[]): void {
  for (const { at, length, pitch, loudness } of notes) {
    const start = Math.round(at * rate)
    const end = Math.min(samples.length, start + Math.round(length * rate))
    for (let sample = start; sample < end; sample++) {
      const time = (sample - start) / rate
      const shape = Math.min(1, time * 200) * Math.exp((-4 * time) / length)
      const wave = Math.sin(6.2832 * pitch * time) + 0.25 * Math.sin(12.5664 * pitch * time)
      samples[sample] = (samples[sample] ?? 0) + wave * shape * loudness
    }
  }
}
