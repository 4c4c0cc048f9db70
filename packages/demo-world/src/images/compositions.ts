import type { Composition } from './composition.ts'
import { aurora } from './compositions/aurora.ts'
import { bloom } from './compositions/bloom.ts'
import { branch } from './compositions/branch.ts'
import { city } from './compositions/city.ts'
import { clouds } from './compositions/clouds.ts'
import { cosmos } from './compositions/cosmos.ts'
import { deepWater } from './compositions/deep-water.ts'
import { dunes } from './compositions/dunes.ts'
import { fire } from './compositions/fire.ts'
import { flow } from './compositions/flow.ts'
import { forest } from './compositions/forest.ts'
import { ink } from './compositions/ink.ts'
import { meadow } from './compositions/meadow.ts'
import { mountains } from './compositions/mountains.ts'
import { rain } from './compositions/rain.ts'
import { sea } from './compositions/sea.ts'
import { silk } from './compositions/silk.ts'
import { strata } from './compositions/strata.ts'

/** Every family of images, by name. */
export const compositions = {
  sea,
  mountains,
  dunes,
  forest,
  meadow,
  clouds,
  aurora,
  cosmos,
  city,
  rain,
  fire,
  deepWater,
  bloom,
  branch,
  ink,
  silk,
  flow,
  strata,
} as const satisfies Record<string, Composition>

export type CompositionName = keyof typeof compositions
