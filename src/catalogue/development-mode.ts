/**
 * Stands in every text that the built-in engine answers; the page shows its badge there
 * (docs/spec/creation.md#result-on-the-page).
 */
export const developmentMarker = '[development mode]'
