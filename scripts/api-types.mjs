import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { inRepository, pinnedNode, toolEnvironment, toolPath } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

// Writes the types of the API, for the pages and for packages/client, from the server's own OpenAPI
// document. The generator needs a
// TypeScript of its own, older than the project's, so it is fetched when it is asked for.
const generator = ['--package=openapi-typescript@7.13.0', '--package=typescript@5.9.3']
const languages = "import type { Language } from '#platform/languages/languages.ts'\n"
const targets = [
  { file: 'src/web/lib/api-types.ts', variable: 'API_DOCUMENT', head: languages },
  // Its document has no paths, so of these types only the schemas mean something.
  { file: 'packages/client/src/api-types.ts', variable: 'CLIENT_DOCUMENT', head: '', only: true },
]

await main(async () => {
  await ensureInstalled({ forDevelopment: true })
  const folder = mkdtempSync(join(tmpdir(), 'atelier-api-types-'))
  const documentOf = ({ variable }) => join(folder, `${variable}.json`)
  try {
    await execute(
      pinnedNode(),
      [toolPath('vitest'), 'run', 'src/core/api/api-types.test.ts'],
      Object.fromEntries(targets.map((target) => [target.variable, documentOf(target)])),
    )
    for (const target of targets) await write(target, documentOf(target), join(folder, 'types.ts'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function write({ file, head, only }, document, made) {
  const command = ['openapi-typescript', document, '--output', made, '--export-type']
  await execute('npm', ['exec', '--yes', ...generator, '--', ...command])
  const mark = createHash('sha256').update(readFileSync(document)).digest('hex')
  const all = readFileSync(made, 'utf8')
    .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
    .replaceAll('"Language"', 'Language')
  const text = only ? all.replace(/^export type (?!components\b).*;\n/gm, '') : all
  writeFileSync(
    inRepository(file),
    `/** Made from the OpenAPI document ${mark} by \`npm run api-types\`. */\n${head}${text}`,
  )
}

async function execute(program, args, environment) {
  const code = await run(program, args, { stdio: 'inherit', env: toolEnvironment(environment) })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
}
