import { fire } from './abstract/fire.ts'
import { flow } from './abstract/flow.ts'
import { silk } from './abstract/silk.ts'
import { strata } from './abstract/strata.ts'
import { city } from './city/city.ts'
import { rain } from './city/rain.ts'
import { ink } from './ink/ink.ts'
import { dunes } from './land/dunes.ts'
import { forest } from './land/forest.ts'
import { meadow } from './land/meadow.ts'
import { mountains } from './land/mountains.ts'
import { bloom } from './plants/bloom.ts'
import { branch } from './plants/branch.ts'
import { aurora } from './sky/aurora.ts'
import { clouds } from './sky/clouds.ts'
import { cosmos } from './sky/cosmos.ts'
import type { Composition } from './stage.ts'
import { deepWater } from './water/deep-water.ts'
import { sea } from './water/sea.ts'

/** Every family of pictures, by name. */
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
