/** The key under which pages keep the packs on sale: read again with the settings. */
export const packsKey = ['settings', 'packs'] as const
