const minute = 60_000
const day = 24 * 60 * minute

/** An upload that no generation uses is kept this long, in ms. */
export const unusedUploadTime = day

/**
 * A file that was written but never recorded, because its writer died, is kept this long, in ms.
 * Far longer than anything between writing a file and recording it may take.
 */
export const unrecordedFileTime = day

/** What was deleted can be restored for so long, in ms. */
export const undoTime = minute

/**
 * The same for records deleted by a filter, in ms: there may be so many that deleting them takes
 * longer than `undoTime`.
 */
export const selectionUndoTime = 15 * minute

/** The pause before a file that could not be deleted is tried again, in ms. */
export const sweepRetryTime = 10 * minute
