import type { Seed } from '../fields/seed.ts'

/** A seed is sent only if one was chosen (specification, creation §5). */
export const sendSeed = (value: Seed | undefined) => (value === undefined ? {} : { seed: value })
