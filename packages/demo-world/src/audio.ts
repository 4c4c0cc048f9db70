import { composeMusic, playNotes } from './audio-notes.ts'
import { breath, chord, drops, type Texture } from './audio-textures.ts'
import { speak } from './audio-voice.ts'
import type { CompositionName } from './images/compositions.ts'
import { type PromptReading, readPrompt } from './images/lexicon.ts'
import { type Random, randomFrom } from './images/noise.ts'

export type AudioRequest = {
  prompt: string
  seed: number
  seconds: number
  /** The sounds of a scene by default; speech is babble in the rhythm of the prompt. */
  style?: 'scene' | 'speech' | 'music'
}

const mostBytes = 1_500_000
const rates = [44_100, 32_000, 22_050, 16_000]
const fade = 0.6
const loudest = 0.6

/**
 * Sound that depends on the words of the prompt and on the seed, as a WAV file: in stereo, unless
 * that would be too large. The same request gives the same bytes.
 */
export function renderAudio(request: AudioRequest): Uint8Array {
  const { prompt, seed, seconds } = request
  const random = randomFrom(`${prompt.trim()}/${seed}`)
  const textures = texturesOf(request, random)
  const { rate, channels } = formatFor(seconds)
  const length = Math.max(1, Math.round(seconds * rate))
  const sides = Array.from({ length: channels }, (_, side) => {
    return synthesize(textures, { length, rate, voice: (index) => random.fork(`${side}/${index}`) })
  })
  level(sides)
  return wavFile(sides, rate)
}

/** The best quality within the size limit. */
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

/** Scales all channels so that the loudest sample has a fixed level. */
function level(sides: readonly Float32Array[]): void {
  const peak = Math.max(
    0.001,
    ...sides.map((samples) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0)),
  )
  for (const samples of sides) {
    for (let at = 0; at < samples.length; at++) samples[at] = ((samples[at] ?? 0) * loudest) / peak
  }
}

const wind = breath({ pitch: 380, swell: 0.13, loudness: 1.5 })
const surf = breath({ pitch: 900, swell: 0.16, loudness: 1.3 })
const rain = [
  breath({ pitch: 4200, swell: 0.05, loudness: 0.22 }),
  drops({ often: 26, low: 700, high: 2600, ms: 26, loudness: 0.12 }),
]
const rumble = breath({ pitch: 120, swell: 0.08, loudness: 3 })
const leaves = breath({ pitch: 2400, swell: 0.21, loudness: 0.25 })
const bells = drops({ often: 0.9, low: 520, high: 1300, ms: 1400, loudness: 0.1 })

/** The textures of each scene. Scenes that are not listed have only the chord. */
const voices: Partial<Record<CompositionName, readonly Texture[]>> = {
  sea: [surf, rumble],
  deepWater: [rumble, drops({ often: 3, low: 180, high: 480, ms: 180, loudness: 0.2 })],
  rain,
  city: [rumble, breath({ pitch: 700, swell: 0.09, loudness: 0.4 })],
  mountains: [wind],
  dunes: [wind, breath({ pitch: 1600, swell: 0.11, loudness: 0.2 })],
  clouds: [wind],
  forest: [leaves, drops({ often: 1.4, low: 1900, high: 3300, ms: 90, loudness: 0.06 })],
  meadow: [leaves, wind],
  fire: [rumble, drops({ often: 14, low: 900, high: 3800, ms: 9, loudness: 0.3 })],
  aurora: [wind, bells],
  cosmos: [rumble, bells],
  bloom: [leaves, bells],
  branch: [leaves, bells],
  ink: [wind, bells],
}

const gentle = [0, 4, 7, 11, 14]
const grave = [0, 3, 7, 10, 15]
const graveTags = ['night', 'dark', 'drama', 'sad', 'mystery', 'cold']

function texturesOf({ prompt, seconds, style }: AudioRequest, random: Random): Texture[] {
  if (style === 'speech') return [(track) => speak(track, prompt)]
  const reading = readPrompt(prompt)
  if (style !== 'music') return soundscape(reading, random)
  const notes = composeMusic(seconds, scaleOf(reading), random)
  return [(track) => playNotes(track, notes)]
}

function scaleOf({ tags }: PromptReading): number[] {
  return graveTags.some((tag) => tags.has(tag)) ? grave : gentle
}

/** The textures of a prompt's scenes over a chord that suits its mood. */
function soundscape(reading: PromptReading, random: Random): Texture[] {
  const { scenes, tags } = reading
  const spoken = [...scenes].sort(([, one], [, other]) => other - one).map(([name]) => name)
  const wet = tags.has('rain') || tags.has('storm') ? rain : []
  const namedVoices = spoken.slice(0, 2).flatMap((name) => voices[name] ?? [])
  const root = 98 * 2 ** (random.whole(0, 7) / 12)
  const tones = scaleOf(reading)
    .map((step) => root * 2 ** (step / 12))
    .filter((_, index) => index === 0 || random.chance(0.75))
  const ground = namedVoices.length + wet.length > 0 ? [] : [wind]
  return [
    chord(tones, ground.length > 0 ? 0.5 : 0.3),
    ...new Set([...ground, ...namedVoices, ...wet]),
  ]
}

/** Samples of -1 to 1, one list for each channel, as a WAV file of 16 bits. */
function wavFile(channels: readonly Float32Array[], rate: number): Uint8Array {
  const length = channels[0]?.length ?? 0
  const frame = channels.length * 2
  const bytes = length * frame
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + bytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(channels.length, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * frame, 28)
  file.writeUInt16LE(frame, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(bytes, 40)
  channels.forEach((samples, channel) => {
    for (let at = 0; at < length; at++) {
      const loudness = Math.max(-1, Math.min(1, samples[at] ?? 0))
      file.writeInt16LE(Math.round(loudness * 32_767), 44 + at * frame + channel * 2)
    }
  })
  return new Uint8Array(file)
}
