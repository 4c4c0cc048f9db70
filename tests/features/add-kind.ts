import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildCopy, changedInCopy, runInCopy } from '#testing/repository-copy.ts'
import { testInCopy } from '#testing/repository-steps.ts'

/**
 * What is said of music, by file. Each is said once more of ambience, a made-up kind, right after
 * it.
 */
const said: Record<string, readonly RegExp[]> = {
  // The two rows of the kind, and its texts of one page.
  'src/core/models/rules/kinds.ts': [/^ {2}music: \{.*?^ {2}\},\n/ms],
  'src/web/kinds.ts': [/^ {2}Music,\n/m, /^ {2}music: \{.*?^ {2}\},\n/ms],
  'src/web/create/create-kinds.ts': [/^ {2}music: \{.*?^ {2}\},\n/ms],
  'src/web/history/history-kinds.ts': [/^ {2}music: \{.*?^ {2}\},\n/ms],
  'src/web/ui/icons/navigation-icons.ts': [/^export const Music = .*?^\)\n/ms],
  // Its first model: the line beside its definition, and a record of the demo.
  'src/core/models/rules/catalogue.ts': [
    /^import elevenMusic .*\n/m,
    /^ {2}built\(elevenMusic.*\n/m,
  ],
  'src/main/demo/samples.ts': [/^ {2}\{\n {4}model: 'eleven-music'.*?^ {2}\},\n/ms],
  // What `npm run api-types` and `atelier -- model schema` write, and the client's table.
  'src/web/lib/api-types.ts': [/"music" \| /g, /^ {4}"\/api\/music\/.*?^ {4}\};\n/gms],
  'packages/client/src/api-types.ts': [/"music" \| /g],
  'packages/client/src/client.ts': [/^ {2}music: .*\n/m],
  'docs/model-definition.schema.json': [/"music",\s+/],
  // The emulator's endpoint.
  'packages/fal-emulator/src/endpoints/elevenlabs.ts': [
    /^export const elevenMusic: .*?^\}\n/ms,
    /^type MusicInput .*\n/m,
  ],
  'packages/fal-emulator/src/endpoints/endpoints.ts': [/elevenMusic, /, /^ {2}elevenMusic,\n/m],
  // The tests that have a row for each kind or model.
  'tests/support/provider-schemas.ts': [/^ {2}'fal-ai\/elevenlabs\/music'.*?^ {2}\}\),\n/ms],
  'tests/support/api/create-fields.ts': [/^ {2}\['text-to-music'.*\n/gm],
  'tests/support/api/create-prices.ts': [/^ {2}\['text-to-music'.*\n/gm],
  'src/core/models/rules/sent-fields.test.ts': [/^ {2}'eleven-music': .*\n/m],
  'src/core/models/rules/request-files.test.ts': [/^ {2}'text-to-music eleven-music': .*\n/m],
  'src/core/history/routes/histories.test.ts': [/^ {4}\['eleven-music', .*\n/m],
  'src/features/mcp/every-tool.test.ts': [/^ {4}await make\('generate_music'.*\n/m],
}

const definitions = 'src/core/models/definitions'
const messages = '{src/web/messages/kinds,src/core/texts/messages/ledger}.*.json'

/**
 * Adds a made-up kind to a copy of the repository, with its first model, and says how many files
 * that takes. Throws where a place that it adds to is no more.
 */
export async function addKind(root: string): Promise<void> {
  for (const [file, places] of Object.entries(said)) {
    const text = await readFile(path.join(root, file), 'utf8')
    await writeFile(path.join(root, file), places.reduce(sayAgain(file), text))
  }
  for (const file of globSync(messages, { cwd: root })) await addMessages(path.join(root, file))
  const model = await readFile(path.join(root, definitions, 'eleven-music.json'), 'utf8')
  await writeFile(path.join(root, definitions, 'eleven-ambience.json'), renamed(model))

  const changed = await changedInCopy(root)
  const product = changed.filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'))
  console.log(`a kind: ${product.length} files of the product, of ${changed.length} in all`)
}

/** Types, messages, and what is tested of each kind; one is made by a worker, up to its result. */
export function stepsWithKind(root: string): Record<string, () => void> {
  const tests = [
    'src/core/models/rules',
    'src/core/generations/routes/create-endpoints.test.ts',
    'src/core/generations/routes/create-prices.test.ts',
    'src/core/history/routes/histories.test.ts',
    'src/features/mcp/every-tool.test.ts',
    'src/main/demo/demo-account.test.ts',
    'src/web/history/history-kinds.test.ts',
    'src/web/routes.test.ts',
  ]
  return {
    messages: () => runInCopy(root, 'scripts/check-messages.mjs'),
    pages: () => buildCopy(root),
    types: () => runInCopy(root, 'node_modules/typescript/bin/tsc', '-b'),
    tests: () => testInCopy(root, 'vitest/vitest.mjs', ['run', ...tests]),
  }
}

const sayAgain = (file: string) => (text: string, place: RegExp) => {
  if (text.search(place) < 0) throw new Error(`${file} has no ${place}`)
  return text.replace(place, (found) => found + renamed(found))
}

/** Both sound like music: that style is the demo's. */
function renamed(text: string): string {
  return text.replace(/(?<!style: ')music/g, 'ambience').replaceAll('Music', 'Ambience')
}

/** Every message with music in its name once more. */
async function addMessages(file: string): Promise<void> {
  const all: Record<string, unknown> = JSON.parse(await readFile(file, 'utf8'))
  const own = Object.entries(all).filter(([name]) => /(^|_)music(_|$)/.test(name))
  const added = Object.fromEntries(own.map(([name, message]) => [renamed(name), message]))
  await writeFile(file, `${JSON.stringify({ ...all, ...added }, null, 2)}\n`)
}
