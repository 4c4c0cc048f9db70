import { type Example, inQuotes } from '#web/account/keys/example.ts'
import type { ClientExample } from '#web/account/keys/feature-clients.ts'
import { m } from '#web/messages/compiled/messages.js'

/** Replicate's package, for all tasks but those that start from a video (docs/replicate.md). */
export const client: ClientExample = {
  name: 'Replicate',
  write,
  canWrite: ({ file }) => file?.endpoint !== 'video',
  place: () => 'example.mts',
  how: () => m.examples_how_save({ name: 'example.mts' }),
  commands: 'npm install replicate\nnode example.mts',
}

/** The task in TypeScript, with Replicate's own package. */
function write({ studio, key, model, prompt, file }: Example): string {
  const isText = model.result === 'text'
  const name = model.id.includes('/') ? model.id : `atelier/${model.id}`
  return [
    ...(isText ? [] : [`import { writeFile } from 'node:fs/promises'`]),
    `import Replicate from 'replicate'`,
    '',
    `const studio = '${studio}'`,
    `const replicate = new Replicate({ auth: '${key}', baseUrl: studio + '/replicate/v1' })`,
    '',
    ...(file ? sample(file) : []),
    `// ${file ? m.examples_upload_start_wait() : m.examples_start_wait()}`,
    `const output = await replicate.run('${name}', {`,
    '  input: {',
    `    ${prompt.ours}: ${inQuotes(prompt.text)},`,
    ...(file ? ['    image: file,'] : []),
    '  },',
    '})',
    '',
    ...(isText ? answer() : download()),
    '',
  ].join('\n')
}

function sample({ name, type, address }: NonNullable<Example['file']>): string[] {
  return [
    `// ${m.examples_file_in_code({ code: `new Blob([await readFile('${name}')], { type: '${type}' })` })}`,
    `const file = await (await fetch(studio + '${address}')).blob()`,
    '',
  ]
}

function download(): string[] {
  return [
    `// ${m.examples_download()}`,
    'for (const [index, file] of [output].flat().entries()) {',
    '  const url = new URL(String(file))',
    "  const name = 'result-' + index + '.' + url.pathname.split('.').pop()",
    '  await writeFile(name, new Uint8Array(await (await fetch(url)).arrayBuffer()))',
    '  console.log(name)',
    '}',
  ]
}

function answer(): string[] {
  return [`// ${m.examples_answer()}`, 'console.log(String(output))']
}
