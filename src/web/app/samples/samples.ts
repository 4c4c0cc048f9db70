import { m } from '#web/messages/compiled/messages.js'
import aurora from './aurora.webp'
import embers from './embers.webp'
import forest from './forest.webp'
import planet from './planet.webp'
import sea from './sea.webp'
import smallAurora from './small/aurora.webp'
import smallEmbers from './small/embers.webp'
import smallForest from './small/forest.webp'
import smallPlanet from './small/planet.webp'
import smallSea from './small/sea.webp'
import smallStrata from './small/strata.webp'
import strata from './strata.webp'

/** Images from the fal emulator, with their prompts. `small` is at most 480 px wide and high. */
export const samples = [
  { src: sea, small: smallSea, width: 1024, height: 768, prompt: m.sample_sea },
  { src: forest, small: smallForest, width: 768, height: 1024, prompt: m.sample_forest },
  { src: planet, small: smallPlanet, width: 1024, height: 1024, prompt: m.sample_planet },
  { src: aurora, small: smallAurora, width: 1024, height: 576, prompt: m.sample_aurora },
  { src: embers, small: smallEmbers, width: 1024, height: 1024, prompt: m.sample_embers },
  { src: strata, small: smallStrata, width: 1024, height: 768, prompt: m.sample_strata },
] as const
