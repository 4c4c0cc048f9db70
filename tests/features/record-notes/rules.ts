/** The longest note of a record, in characters. */
export const maxNote = 500

/** The page of all notes. */
export const notesPath = '/notes'
