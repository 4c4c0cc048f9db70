import { m } from '#web/messages/compiled/messages.js'
import aurora from './aurora.webp'
import embers from './embers.webp'
import forest from './forest.webp'
import planet from './planet.webp'
import sea from './sea.webp'
import strata from './strata.webp'

/** Pictures from the built-in engine, and the words they follow from. */
export const samples = [
  { src: sea, width: 1024, height: 768, prompt: m.sample_sea },
  { src: forest, width: 768, height: 1024, prompt: m.sample_forest },
  { src: planet, width: 1024, height: 1024, prompt: m.sample_planet },
  { src: aurora, width: 1024, height: 576, prompt: m.sample_aurora },
  { src: embers, width: 1024, height: 1024, prompt: m.sample_embers },
  { src: strata, width: 1024, height: 768, prompt: m.sample_strata },
] as const
