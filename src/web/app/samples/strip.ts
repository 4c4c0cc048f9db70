import { samples } from './samples.ts'
import aurora from './strip/aurora.webp'
import embers from './strip/embers.webp'
import forest from './strip/forest.webp'
import planet from './strip/planet.webp'
import sea from './strip/sea.webp'
import strata from './strip/strata.webp'

const [first, ...others] = samples
const strips = [forest, planet, aurora, embers, strata]

/** The images of the start page; `strip` is 160 px high. */
export const stripSamples = [
  { ...first, strip: sea },
  ...others.map((sample, at) => ({ ...sample, strip: strips[at] ?? sample.small })),
] as const
