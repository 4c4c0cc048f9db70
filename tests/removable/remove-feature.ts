import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const registry = 'src/features/registry.ts'

/**
 * Removes a feature from a copy of the repository: its folder, and its line and import in the
 * registry. Throws where it has no line.
 */
export async function removeFeature(root: string, name: string): Promise<void> {
  const file = path.join(root, registry)
  const text = await readFile(file, 'utf8')
  const imported = new RegExp(`^import \\{ (\\w+) \\} from './${name}/index.ts'\\n`, 'm').exec(text)
  if (!imported?.[1]) throw new Error(`${registry} has no feature ${name}`)
  const left = text.replace(imported[0], '').replace(new RegExp(`\\b${imported[1]}\\b,? ?`), '')
  await writeFile(file, left)
  await rm(path.join(root, 'src/features', name), { recursive: true })
}
