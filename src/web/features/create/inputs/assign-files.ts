import type { Accept } from '#catalogue/fields.ts'
import { type Claim, isOfKind } from '../uploads/accept.ts'

/** A field that takes files. */
export type Slot = {
  field: string
  accept: Accept
  /** How many files it takes in all. */
  max: number
  /** How many it still has room for. */
  room: number
  /** A mask is given on purpose: nothing lands there that was not dropped on it. */
  isMask: boolean
}

/** Where files go: which field gets which of them, and which ones no field gets. */
type Landing<File> = { gifts: { field: string; files: File[] }[]; nowhere: File[] }

/**
 * Gives each file to the field it was dropped on if that takes it, else to the first one that takes
 * it and has room. A single field that fits is replaced when there is no empty one.
 */
export function land<File extends Claim>(
  files: readonly File[],
  slots: readonly Slot[],
  over?: string,
): Landing<File> {
  const gifts = new Map<string, File[]>()
  const nowhere: File[] = []
  for (const file of files) {
    const given = (slot: Slot) => gifts.get(slot.field)?.length ?? 0
    const slot = slotFor(file, slots, over, given)
    if (slot) gifts.set(slot.field, [...(gifts.get(slot.field) ?? []), file])
    else nowhere.push(file)
  }
  return { gifts: [...gifts].map(([field, files]) => ({ field, files })), nowhere }
}

function slotFor(
  file: Claim,
  slots: readonly Slot[],
  over: string | undefined,
  given: (slot: Slot) => number,
): Slot | undefined {
  const fitting = slots.filter(({ accept }) => isOfKind(file, accept))
  const meant = fitting.find(({ field }) => field === over)
  // A list takes all that is dropped on it, and says by itself what there is no room for.
  if (meant && (meant.max > 1 || given(meant) === 0)) return meant
  const open = fitting.filter(({ isMask }) => !isMask)
  const empty = open.find((slot) => slot.room > given(slot))
  if (empty) return empty
  const [only, ...others] = open
  return only && others.length === 0 && (only.max > 1 || given(only) === 0) ? only : undefined
}

/**
 * The field that says why a file went nowhere: the one it was dropped on, else one that takes such
 * files, else the first.
 */
export function judgeOf(
  file: Claim,
  slots: readonly Slot[],
  over: string | undefined,
): Slot | undefined {
  const open = slots.filter(({ isMask }) => !isMask)
  return (
    slots.find(({ field }) => field === over) ??
    open.find(({ accept }) => isOfKind(file, accept)) ??
    open[0] ??
    slots[0]
  )
}
