import { type Example, inQuotes } from '#web/account/keys/example.ts'
import type { ClientExample } from '#web/account/keys/feature-clients.ts'
import { m } from '#web/messages/compiled/messages.js'

/** fal's own client, with this server's proxy. */
export const client: ClientExample = {
  name: 'fal',
  write,
  place: () => 'example.mts',
  how: () => m.examples_how_save({ name: 'example.mts' }),
  commands: 'npm install @fal-ai/client\nnode example.mts',
}

/** The task in TypeScript. */
function write({ studio, key, model, prompt, file }: Example): string {
  const isText = model.result === 'text'
  return [
    ...(isText ? [] : [`import { writeFile } from 'node:fs/promises'`]),
    `import { fal } from '@fal-ai/client'`,
    '',
    `const studio = '${studio}'`,
    `const key = '${key}'`,
    '',
    'fal.config({',
    '  credentials: key,',
    "  proxyUrl: { url: studio + '/api/wan/fal/proxy', when: 'always' },",
    '})',
    '',
    ...(file ? sample(file) : []),
    `// ${file ? m.examples_upload_start_wait() : m.examples_start_wait()}`,
    `const { data } = await fal.subscribe(${inQuotes(model.endpoints[0])}, {`,
    '  input: {',
    `    ${prompt.theirs}: ${inQuotes(prompt.text)},`,
    ...(file ? [`    ${file.theirs}: file,`] : []),
    '  },',
    '})',
    '',
    ...(model.result === 'text' ? answer() : download(model.result)),
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

const results = {
  images: 'data.images[0]',
  video: 'data.video',
  audio: 'data.audio',
  mesh: 'data.model_mesh',
} as const

function download(result: keyof typeof results): string[] {
  return [
    `// ${m.examples_download()}`,
    `const { url } = ${results[result]}`,
    "const response = await fetch(url, { headers: { Authorization: 'Bearer ' + key } })",
    `const name = 'result' + url.slice(url.lastIndexOf('.'))`,
    'await writeFile(name, new Uint8Array(await response.arrayBuffer()))',
    'console.log(name)',
  ]
}

function answer(): string[] {
  return [`// ${m.examples_answer()}`, 'console.log(data.output)']
}
