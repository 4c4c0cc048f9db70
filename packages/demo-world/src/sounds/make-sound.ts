import { randomFrom } from '../pictures/field/random.ts'
import { readPrompt } from '../pictures/words/lexicon.ts'
import { soundscape } from './soundscape.ts'
import type { Texture } from './textures.ts'
import { wavFile } from './wav.ts'

export type SoundRequest = { prompt: string; seed: number; seconds: number }

const mostBytes = 1_500_000
const rates = [44_100, 32_000, 22_050, 16_000]
const fade = 0.6
const loudest = 0.6

/**
 * A soft texture that follows from the prompt's words and the seed, as a WAV file: in stereo,
 * unless that would be too large. The same request gives the same bytes.
 */
export function makeSound({ prompt, seed, seconds }: SoundRequest): Uint8Array {
  const random = randomFrom(`${prompt.trim()}/${seed}`)
  const textures = soundscape(readPrompt(prompt), random)
  const { rate, channels } = formatFor(seconds)
  const length = Math.max(1, Math.round(seconds * rate))
  const sides = Array.from({ length: channels }, (_, side) => {
    return synthesize(textures, { length, rate, voice: (index) => random.fork(`${side}/${index}`) })
  })
  level(sides)
  return wavFile(sides, rate)
}

/** The best there is room for. */
function formatFor(seconds: number): { rate: number; channels: number } {
  const choices = [2, 1].flatMap((channels) => rates.map((rate) => ({ rate, channels })))
  const fits = choices.find(({ rate, channels }) => seconds * rate * channels * 2 <= mostBytes)
  return fits ?? { rate: 8_000, channels: 1 }
}

type Side = { length: number; rate: number; voice(index: number): ReturnType<typeof randomFrom> }

function synthesize(textures: readonly Texture[], { length, rate, voice }: Side): Float32Array {
  const samples = new Float32Array(length)
  textures.forEach((texture, index) => {
    texture({ samples, rate }, voice(index))
  })
  const edge = Math.min(fade * rate, length / 2)
  for (let at = 0; at < edge; at++) {
    const share = (1 - Math.cos((Math.PI * at) / edge)) / 2
    samples[at] = (samples[at] ?? 0) * share
    samples[length - 1 - at] = (samples[length - 1 - at] ?? 0) * share
  }
  return samples
}

/** Brings the loudest moment of all sides to the same height. */
function level(sides: readonly Float32Array[]): void {
  const peak = Math.max(
    0.001,
    ...sides.map((samples) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)),
  )
  for (const samples of sides) {
    for (let at = 0; at < samples.length; at++) samples[at] = ((samples[at] ?? 0) * loudest) / peak
  }
}
