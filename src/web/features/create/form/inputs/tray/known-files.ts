/** What this tab knows of a file it sent, by its address. */
export type KnownFile = {
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
