import { readFile, stat } from 'node:fs/promises'
import { mostBytes } from './file-rows-rules.ts'

/** Reads a file of an operator; throws where it is not there or larger than 20 MB. */
export async function readTextFile(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size > mostBytes) throw new Error(`${path} has more than ${mostBytes} bytes`)
  return readFile(path, 'utf8')
}
