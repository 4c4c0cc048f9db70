import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * A new empty folder that is gone when this process ends, however it ends but by `kill -9`;
 * `before` runs first.
 */
export function temporaryFolder(before: (folder: string) => void = () => undefined): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atelier-bench-'))
  process.once('exit', () => {
    before(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
