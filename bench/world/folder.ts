import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A new empty folder that is gone when this process ends, however it ends but by `kill -9`. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atelier-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
