import { m } from '#web/messages/compiled/messages.js'
import { type Example, inQuotes } from './example.ts'

/** The task in TypeScript, with this product's own client (packages/client). */
export function clientExample({ studio, key, model, prompt, file }: Example): string {
  const isText = model.result === 'text'
  return [
    ...(isText ? [] : [`import { writeFile } from 'node:fs/promises'`]),
    `import { createClient } from '@atelier/client'`,
    '',
    `const studio = '${studio}'`,
    `const client = createClient({ baseUrl: studio, apiKey: '${key}' })`,
    '',
    ...(file ? sample(file) : []),
    `// ${file ? m.examples_upload_start_wait() : m.examples_start_wait()}`,
    `const { ${isText ? 'answer' : 'files'} } = await client.generate({`,
    `  kind: '${model.kind}',`,
    `  model: '${model.id}',`,
    '  input: {',
    `    ${prompt.ours}: ${inQuotes(prompt.text)},`,
    ...(file ? [`    ${file.ours}: file,`] : []),
    '  },',
    '})',
    '',
    ...(isText ? answer() : download()),
    '',
  ].join('\n')
}

function sample({ name, address }: NonNullable<Example['file']>): string[] {
  const own = `await fileFromPath('${name}') ('@atelier/client/node')`
  return [
    `// ${m.examples_file_in_code({ code: own })}`,
    `const file = await (await fetch(studio + '${address}')).blob()`,
    '',
  ]
}

function download(): string[] {
  return [
    `// ${m.examples_download()}`,
    'for (const [index, file] of files.entries()) {',
    "  const name = 'result-' + index + file.url.slice(file.url.lastIndexOf('.'))",
    '  await writeFile(name, new Uint8Array(await (await file.blob()).arrayBuffer()))',
    '  console.log(name)',
    '}',
  ]
}

function answer(): string[] {
  return [`// ${m.examples_answer()}`, 'console.log(answer)']
}
