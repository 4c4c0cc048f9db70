/** How many tags a record may have, and how long one may be, in characters. */
export const maxTags = 20
export const maxTagLength = 40
