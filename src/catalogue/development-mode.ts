/** Stands in every text that the built-in engine answers; the page shows its badge there (specification, creation §4). */
export const developmentMarker = '[development mode]'
