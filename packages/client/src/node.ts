import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** Returns the file at a path, to be an input. Rejects where there is none. */
export async function fileFromPath(path: string): Promise<File> {
  return new File([await readFile(path)], basename(path))
}
