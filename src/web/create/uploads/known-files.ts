import { create } from 'zustand'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import type { MediaMeasures } from '#web/ui/files/previews.tsx'
import type { ImageEdit } from '../image-tools/frame.ts'
import type { TimeRange } from '../video-tools/time-range.ts'

/** The data that this tab has about a file it sent, by the file's address. */
type KnownFile = {
  file: File
  /** A local address of the file: it is shown without a wait and needs no connection. */
  preview: string
  /** Later files have higher numbers. */
  order: number
}

const known = new Map<string, KnownFile>()

export function rememberFile(address: string, file: KnownFile): void {
  known.set(address, file)
}

export function knownFile(address: string): KnownFile | undefined {
  return known.get(address)
}

type MeasuredFiles = { sizes: ReadonlyMap<string, MediaMeasures> }

/** The sizes of the files that this tab has shown, by address: pixels, and seconds of a video. */
export const useMeasuredFiles = create<MeasuredFiles>(() => ({ sizes: new Map() }))

export function rememberSize(address: string, size: MediaMeasures): void {
  useMeasuredFiles.setState(({ sizes }) => ({ sizes: new Map([...sizes, [address, size]]) }))
}

/** How a file was made in this tab from another one. */
type EditedFile = {
  /** The address of the original. */
  original: string
  /** The address that the file replaces in its field. */
  replaced: string
  edit: ImageEdit | TimeRange
}

const editsInProgress = new WeakMap<File, EditedFile>()
const editsKey = 'edited-files'
/** Older edits are forgotten: their files are used as they are. */
const maxEdits = 50

/** Says how a file was made, before it is sent. */
function markEdited(file: File, edited: EditedFile): void {
  editsInProgress.set(file, edited)
}

/** Stores how a file was made once it has an address, also for a reload of the page. */
export function rememberEdit(address: string, file: File): void {
  const edited = editsInProgress.get(file)
  if (edited)
    writeStored('sessionStorage', editsKey, [...readEdits(), [address, edited]].slice(-maxEdits))
}

/** How the file at an address was made, where this tab made it. */
export function editedFile(address: string): EditedFile | undefined {
  return readEdits().findLast(([one]) => one === address)?.[1]
}

type EditTarget = {
  /** The address of the file in its field, edited before or not. */
  address: string
  /** The address of the original, to be used again. */
  onRestore: (address: string) => void
  onClose: () => void
}

/** What the tools share that edit a file: one that was edited before begins from its original. */
export function startEdit({ address, onRestore, onClose }: EditTarget) {
  const edited = editedFile(address)
  const original = edited?.original ?? address
  const known = knownFile(original)
  return {
    saved: edited?.edit,
    source: {
      original,
      file: known?.file,
      address: known?.preview ?? original,
      name: known?.file.name ?? decodeURIComponent(original.split('/').at(-1) ?? ''),
    },
    done: (file: File, edit: EditedFile['edit'], send: () => void) => {
      markEdited(file, { original, replaced: address, edit })
      send()
      onClose()
    },
    restore: () => {
      if (edited) onRestore(original)
      onClose()
    },
  }
}

function readEdits(): [string, EditedFile][] {
  const stored = readStored('sessionStorage', editsKey)
  return Array.isArray(stored) ? stored : []
}
