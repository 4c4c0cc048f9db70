/** How the product may look: dark, light, or as the reader's system. */
export const themes = ['dark', 'light', 'system'] as const
export type Theme = (typeof themes)[number]
