import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { inRepository, pinnedNode, toolPath } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

// Readies a package of packages/ for npm, in whose directory npm runs it before and, with `--undo`,
// after packing: Node runs TypeScript as it is written only outside node_modules, so what is
// published is JavaScript with its types.
const saved = 'package.json.source'

await main(async () => {
  if (process.argv.includes('--undo')) return undo()
  if (!stripTypeScriptTypes) throw new Error('Packing needs Node.js 24: put it first in PATH.')
  const code = await run(pinnedNode(), [
    toolPath('typescript', 'tsc'),
    '-b',
    'tsconfig.packages.json',
  ])
  if (code !== 0) throw new Error('The types do not compile. What is wrong is above.')
  for await (const file of glob('src/**/*.ts')) {
    if (!/\.(test|fixture)\.ts$|^src\/testing\//.test(file)) await build(file)
  }
  const manifest = JSON.parse(await readFile('package.json', 'utf8'))
  await cp(inRepository('LICENSE'), 'LICENSE')
  await rename('package.json', saved)
  await writeFile('package.json', JSON.stringify(published(manifest), null, 2))
})

async function undo() {
  await rename(saved, 'package.json')
  await Promise.all(['LICENSE', 'dist'].map((name) => rm(name, { recursive: true })))
}

async function build(file) {
  const target = inDist(file)
  const types = inRepository('.types', path.relative(inRepository(), path.resolve(file)))
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, inJavaScript(stripTypeScriptTypes(await readFile(file, 'utf8'))))
  const declarations = await readFile(types.replace(/ts$/, 'd.ts'), 'utf8')
  await writeFile(target.replace(/js$/, 'd.ts'), inJavaScript(declarations))
}

/** `src/a/b.ts` is published as `dist/a/b.js`. */
function inDist(file) {
  return file.replace(/^(\.\/)?src\//, '$1dist/').replace(/\.ts$/, '.js')
}

/** Names the package's own modules as they are published. */
function inJavaScript(text) {
  return text.replaceAll(/(['"])(\.\.?\/[^'"]+)\.ts\1/g, '$1$2.js$1')
}

function published({ exports, bin, scripts: _, devDependencies: __, ...manifest }) {
  const entries = Object.entries(exports).map(([name, file]) => {
    const module = inDist(file)
    return [name, { types: module.replace(/js$/, 'd.ts'), default: module }]
  })
  const commands = Object.entries(bin ?? {}).map(([name, file]) => [name, inDist(file)])
  return {
    ...manifest,
    exports: Object.fromEntries(entries),
    ...(bin && { bin: Object.fromEntries(commands) }),
  }
}
