const minute = 60_000
const day = 24 * 60 * minute

/** An upload that no generation uses is kept this long, in ms. */
export const unusedUploadTime = day

/**
 * A file that was written but never recorded, because its process died, is kept this long, in ms.
 * Far longer than the time between writing a file and recording it.
 */
export const unrecordedFileTime = day

/** How long deleted records can be restored, in ms. */
export const undoTime = minute

/**
 * The same for records deleted by a filter, in ms: deleting many of them may take longer than
 * `undoTime`.
 */
export const selectionUndoTime = 15 * minute

/** The pause before deleting a file is retried, in ms. */
export const sweepRetryTime = 10 * minute

/** How many days before its deletion a generation's owner gets a mail about it. */
export const expiryNotice = 7
