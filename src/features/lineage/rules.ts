/** The most generations in one lineage. */
export const maxLineageNodes = 100

/** How many steps a lineage goes back, and on. */
export const maxLineageDepth = 20
