import type { CompositionName } from '../pictures/compositions/compositions.ts'
import type { Random } from '../pictures/field/random.ts'
import type { Reading } from '../pictures/words/lexicon.ts'
import { breath, chord, drops, type Texture } from './textures.ts'

const wind = breath({ pitch: 380, swell: 0.13, loudness: 1.5 })
const surf = breath({ pitch: 900, swell: 0.16, loudness: 1.3 })
const rain = [
  breath({ pitch: 4200, swell: 0.05, loudness: 0.22 }),
  drops({ often: 26, low: 700, high: 2600, ms: 26, loudness: 0.12 }),
]
const rumble = breath({ pitch: 120, swell: 0.08, loudness: 3 })
const leaves = breath({ pitch: 2400, swell: 0.21, loudness: 0.25 })
const bells = drops({ often: 0.9, low: 520, high: 1300, ms: 1400, loudness: 0.1 })

/** What a scene sounds like. Those not named are silent but for the chord. */
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

/** The textures of a prompt's scenes over a chord that suits its mood. */
export function soundscape({ scenes, tags }: Reading, random: Random): Texture[] {
  const spoken = [...scenes].sort(([, one], [, other]) => other - one).map(([name]) => name)
  const wet = tags.has('rain') || tags.has('storm') ? rain : []
  const heard = spoken.slice(0, 2).flatMap((name) => voices[name] ?? [])
  const scale = graveTags.some((tag) => tags.has(tag)) ? grave : gentle
  const root = 98 * 2 ** (random.whole(0, 7) / 12)
  const tones = scale
    .map((step) => root * 2 ** (step / 12))
    .filter((_, index) => index === 0 || random.chance(0.75))
  const ground = heard.length + wet.length > 0 ? [] : [wind]
  return [chord(tones, ground.length > 0 ? 0.5 : 0.3), ...new Set([...ground, ...heard, ...wet])]
}
