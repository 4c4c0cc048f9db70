import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { inRepository, pinnedNode, toolEnvironment, toolPath } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

// Writes the pages' types of the API from the server's own OpenAPI document. The generator needs a
// TypeScript of its own, older than the project's, so it is fetched when it is asked for.
const generator = ['--package=openapi-typescript@7.13.0', '--package=typescript@5.9.3']
const languages = "import type { Language } from '#contract/languages.ts'\n"
const types = inRepository('src/web/lib/api-types.ts')

await main(async () => {
  await ensureInstalled({ forDevelopment: true })
  const folder = mkdtempSync(join(tmpdir(), 'atelier-api-types-'))
  const document = join(folder, 'openapi.json')
  const made = join(folder, 'api-types.ts')
  try {
    await execute(pinnedNode(), [toolPath('vitest'), 'run', 'src/api/openapi/api-types.test.ts'], {
      API_DOCUMENT: document,
    })
    const command = ['openapi-typescript', document, '--output', made, '--export-type']
    await execute('npm', ['exec', '--yes', ...generator, '--', ...command])
    const mark = createHash('sha256').update(readFileSync(document)).digest('hex')
    const text = readFileSync(made, 'utf8')
      .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
      .replaceAll('"Language"', 'Language')
    writeFileSync(
      types,
      `/** Made from the OpenAPI document ${mark} by \`npm run api-types\`. */\n${languages}${text}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function execute(program, args, environment) {
  const code = await run(program, args, { stdio: 'inherit', env: toolEnvironment(environment) })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
}
