import type { Composition } from './composition.ts'
import { type CompositionName, compositions } from './compositions.ts'
import { type PromptReading, readPrompt } from './lexicon.ts'
import { type Random, randomFrom } from './noise.ts'
import { likenessOf, mixPalette, type Palette } from './palette.ts'
import { type NamedPalette, palettes } from './palettes.ts'

/** The plan of an image, from the prompt's words and the seed. */
export type ImagePlan = {
  name: CompositionName
  palette: Palette
  tags: ReadonlySet<string>
  random: Random
}

type PlanRequest = { prompt: string; seed: number; index: number; manner: string }

/**
 * Plans the image for a prompt. Images of one request differ by `index` alone: same subject,
 * another view.
 */
export function planImage({ prompt, seed, index, manner }: PlanRequest): ImagePlan {
  const reading = readPrompt(prompt)
  const whole = randomFrom(`${prompt.trim()}/${seed}`)
  const name = chooseComposition(reading, whole)
  const random = whole.fork(`${manner}/${index}`)
  const swatches = choosePalette(reading, name, random.fork('palette')).swatches
  return {
    name,
    palette: mixPalette(
      swatches,
      { colours: reading.colours, gently: reading.tags.has('snow') },
      random.fork('mix'),
    ),
    tags: reading.tags,
    random,
  }
}

/**
 * The more the prompt's words weigh for a composition, the likelier it is; without such words, all
 * are equal.
 */
function chooseComposition({ scenes }: PromptReading, random: Random): CompositionName {
  const names = Object.keys(compositions) as CompositionName[]
  const weighted = names.map((name) => ({
    name,
    weight: scenes.size > 0 ? (scenes.get(name) ?? 0) ** 4 : 1,
  }))
  const place = random.next() * weighted.reduce((sum, { weight }) => sum + weight, 0)
  let passed = 0
  for (const { name, weight } of weighted) {
    passed += weight
    if (place < passed) return name
  }
  return 'sea'
}

const lightTags = new Set(['dawn', 'day', 'golden', 'dusk', 'sunset', 'night', 'neon'])
/** Palettes with one of these tags belong to certain images only. */
const specialTags = ['neon', 'fire', 'paper', 'noir', 'space', 'magic', 'luxury']

function choosePalette(
  { tags, colours }: PromptReading,
  name: CompositionName,
  random: Random,
): NamedPalette {
  const { suits } = compositions[name] as Composition
  const saysLight = [...tags].some((tag) => lightTags.has(tag))
  const score = (palette: NamedPalette) => {
    const misplaced = specialTags.some(
      (tag) => palette.tags.includes(tag) && !tags.has(tag) && !suits.includes(tag),
    )
    const said = palette.tags.reduce(
      (sum, tag) => sum + (tags.has(tag) ? (lightTags.has(tag) ? 4 : 2) : 0),
      0,
    )
    const fitting = Math.min(2, palette.tags.filter((tag) => suits.includes(tag)).length)
    const likeness = colours[0] ? 3 * likenessOf(palette.swatches.mid, colours[0]) : 0
    return (
      said +
      likeness +
      fitting * (saysLight ? 0.4 : 1.2) +
      random.next() * 2.4 -
      (misplaced ? 4 : 0)
    )
  }
  return palettes
    .map((palette) => ({ palette, score: score(palette) }))
    .reduce((best, next) => (next.score > best.score ? next : best)).palette
}
