import type { Measured } from '#web/ui/files/previews.tsx'

/** What this tab knows of a file it sent, by its address. */
type KnownFile = {
  name: string
  bytes: number
  /** An address of the file on this machine: it is shown at once and needs no line. */
  preview: string
  type: string
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

let measured: ReadonlyMap<string, Measured> = new Map()
const listeners = new Set<() => void>()

/** The sizes of the files that this tab has shown, by address: pixels, and seconds of a video. */
export const measuredFiles = {
  read: () => measured,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  write(address: string, size: Measured): void {
    measured = new Map([...measured, [address, size]])
    for (const listener of listeners) listener()
  },
}
