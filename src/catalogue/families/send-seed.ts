import type { Seed } from '../fields/seed.ts'

/** A seed is sent only if one was chosen (docs/spec/creation.md#form-rules). */
export const sendSeed = (value: Seed | undefined) => (value === undefined ? {} : { seed: value })
