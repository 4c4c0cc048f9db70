import { create } from 'zustand'
import type { Measured } from '#web/ui/files/previews.tsx'

/** The data that this tab has about a file it sent, by the file's address. */
type KnownFile = {
  name: string
  bytes: number
  /** A local address of the file: it is shown at once and needs no connection. */
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

type MeasuredFiles = { sizes: ReadonlyMap<string, Measured> }

/** The sizes of the files that this tab has shown, by address: pixels, and seconds of a video. */
export const useMeasuredFiles = create<MeasuredFiles>(() => ({ sizes: new Map() }))

export function rememberSize(address: string, size: Measured): void {
  useMeasuredFiles.setState(({ sizes }) => ({ sizes: new Map([...sizes, [address, size]]) }))
}
