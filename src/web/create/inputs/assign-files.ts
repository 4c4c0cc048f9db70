import type { Accept } from '#core/models/rules/fields.ts'
import { type FileInfo, isAccepted } from '../uploads/accept.ts'

/** A field that accepts files. */
export type Slot = {
  field: string
  accept: Accept
  /** How many files it accepts in all. */
  max: number
  /** How many more it accepts. */
  room: number
  /** A mask only accepts files that were dropped on it. */
  isMask: boolean
}

/** The assignments of files to fields, and the rejected files. */
type FileAssignments<File> = { assignments: { field: string; files: File[] }[]; rejected: File[] }

/**
 * Gives each file to the field it was dropped on if that accepts it, otherwise to the first one
 * that accepts it and has room. A single matching field is replaced when there is no empty one.
 */
export function assignDroppedFiles<File extends FileInfo>(
  files: readonly File[],
  slots: readonly Slot[],
  over?: string,
): FileAssignments<File> {
  const assignments = new Map<string, File[]>()
  const rejected: File[] = []
  for (const file of files) {
    const given = (slot: Slot) => assignments.get(slot.field)?.length ?? 0
    const slot = slotFor(file, slots, over, given)
    if (slot) assignments.set(slot.field, [...(assignments.get(slot.field) ?? []), file])
    else rejected.push(file)
  }
  return { assignments: [...assignments].map(([field, files]) => ({ field, files })), rejected }
}

function slotFor(
  file: FileInfo,
  slots: readonly Slot[],
  over: string | undefined,
  given: (slot: Slot) => number,
): Slot | undefined {
  const fitting = slots.filter(({ accept }) => isAccepted(file, accept))
  const meant = fitting.find(({ field }) => field === over)
  // A list gets all files that are dropped on it, and reports those without room itself.
  if (meant && (meant.max > 1 || given(meant) === 0)) return meant
  const open = fitting.filter(({ isMask }) => !isMask)
  const empty = open.find((slot) => slot.room > given(slot))
  if (empty) return empty
  const [only, ...others] = open
  return only && others.length === 0 && (only.max > 1 || given(only) === 0) ? only : undefined
}

/**
 * The field that shows why a file was rejected: the one it was dropped on, otherwise one that
 * accepts such files, otherwise the first.
 */
export function findRefusingSlot(
  file: FileInfo,
  slots: readonly Slot[],
  over: string | undefined,
): Slot | undefined {
  const open = slots.filter(({ isMask }) => !isMask)
  return (
    slots.find(({ field }) => field === over) ??
    open.find(({ accept }) => isAccepted(file, accept)) ??
    open[0] ??
    slots[0]
  )
}
