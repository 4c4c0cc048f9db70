import type { Feature } from '../feature.ts'

/** Two results beside each other, and the results of several generations in a grid. */
export const comparisonFeature: Feature = { pages: ['/compare'] }
