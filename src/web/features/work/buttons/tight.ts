/**
 * A button in a line of many: an icon alone where room is short, its label there for screen
 * readers.
 */
export const tightButton = 'max-lg:size-control max-lg:px-0'
export const tightLabel = 'max-lg:sr-only'
