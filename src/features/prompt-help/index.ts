import type { Feature } from '../feature.ts'

/**
 * Help with a prompt by a text model: improve it, translate it, describe an image, split an idea into
 * shots. Each is a generation like any other; the prompt changes only when its owner takes the text.
 */
export const promptHelpFeature: Feature = {}
