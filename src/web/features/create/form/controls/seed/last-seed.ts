import { createContext } from 'react'
import type { Seed } from '#catalogue/seed.ts'

/** The seed of the picture on the stage, for "same again"; `undefined` when there is none. */
export const LastSeed = createContext<Seed | undefined>(undefined)
