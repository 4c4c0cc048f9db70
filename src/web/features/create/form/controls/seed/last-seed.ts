import { createContext } from 'react'

/** The seed of the picture on the stage, for "same again"; `undefined` when there is none. */
export const LastSeed = createContext<number | undefined>(undefined)
