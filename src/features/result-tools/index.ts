import type { Feature } from '../feature.ts'

/** Upscaling a result or removing its background with one press, with the price first. */
export const resultToolsFeature: Feature = {}
