import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/**
 * Writes compressed copies of the built scripts, styles and icons beside them, at the best quality:
 * at each start of the server this would take seconds. Hidden directories are not served.
 */
export async function compressFiles(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true })
  await Promise.all(
    names
      .filter((name) => /^[^.].*\.(js|css|svg)$/.test(name))
      .map(async (name) => {
        const file = path.join(directory, name)
        const body = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(body, best))
        await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }))
      }),
  )
}
