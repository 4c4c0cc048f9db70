import type { Kind } from '#core/models/rules/kinds.ts'
import { type Example, inQuotes } from '#web/account/keys/example.ts'
import type { ClientExample } from '#web/account/keys/feature-clients.ts'
import { m } from '#web/messages/compiled/messages.js'

/** The kinds that OpenAI's API has, each with its part of the program. */
const writers: Partial<Record<Kind, (example: Example) => string[]>> = {
  image: (example) => images('generate', example),
  'image-editing': (example) => images('edit', example),
  video,
  speech,
}

/** OpenAI's package, for the tasks that its API has (docs/openai.md). */
export const client: ClientExample = {
  name: 'OpenAI',
  write,
  canWrite: ({ model }) => writers[model.kind] !== undefined,
  place: () => 'example.mts',
  how: () => m.examples_how_save({ name: 'example.mts' }),
  commands: 'npm install openai\nnode example.mts',
}

/** The environment of programs made for OpenAI. */
export const settings = {
  text: m.openai_settings_text,
  label: m.openai_settings,
  place: m.openai_settings_place,
  code: ({ studio, key }: Pick<Example, 'studio' | 'key'>) =>
    `OPENAI_BASE_URL=${studio}/v1\nOPENAI_API_KEY=${key}`,
}

/** The task in TypeScript, with OpenAI's own package. */
function write(example: Example): string {
  const { studio, key, model } = example
  return [
    `import { writeFile } from 'node:fs/promises'`,
    ...(model.kind === 'video' ? [`import { setTimeout } from 'node:timers/promises'`] : []),
    `import OpenAI from 'openai'`,
    '',
    `const studio = '${studio}'`,
    `const openai = new OpenAI({ baseURL: studio + '/v1', apiKey: '${key}' })`,
    '',
    ...(writers[model.kind]?.(example) ?? []),
    '',
  ].join('\n')
}

function images(call: 'generate' | 'edit', { model, prompt, file }: Example): string[] {
  return [
    ...(file
      ? [
          `// ${m.examples_file_in_code({ code: `createReadStream('${file.name}') ('node:fs')` })}`,
          `const file = await fetch(studio + '${file.address}')`,
          '',
        ]
      : []),
    `// ${m.examples_start_wait()}`,
    `const { data = [], output_format } = await openai.images.${call}({`,
    `  model: '${model.id}',`,
    `  prompt: ${inQuotes(prompt.text)},`,
    ...(file ? ['  image: file,'] : []),
    "  response_format: 'b64_json',",
    '})',
    '',
    `// ${m.examples_download()}`,
    'for (const [index, { b64_json }] of data.entries()) {',
    "  const name = 'result-' + index + '.' + output_format",
    "  await writeFile(name, Buffer.from(b64_json ?? '', 'base64'))",
    '  console.log(name)',
    '}',
  ]
}

function video({ model, prompt }: Example): string[] {
  return [
    `// ${m.examples_start_wait()}`,
    `let video = await openai.videos.create({ model: '${model.id}', prompt: ${inQuotes(prompt.text)} })`,
    "while (video.status === 'queued' || video.status === 'in_progress') {",
    '  await setTimeout(2000)',
    '  video = await openai.videos.retrieve(video.id)',
    '}',
    'if (video.error) throw new Error(video.error.message)',
    '',
    `// ${m.examples_download()}`,
    'const content = await openai.videos.downloadContent(video.id)',
    "await writeFile('result.mp4', new Uint8Array(await content.arrayBuffer()))",
    "console.log('result.mp4')",
  ]
}

function speech({ model, prompt }: Example): string[] {
  return [
    `// ${m.examples_start_wait()}`,
    'const speech = await openai.audio.speech.create({',
    `  model: '${model.id}',`,
    "  voice: 'alloy',",
    `  input: ${inQuotes(prompt.text)},`,
    '})',
    '',
    `// ${m.examples_download()}`,
    "const name = 'result.' + speech.headers.get('content-type')?.replace('audio/', '')",
    'await writeFile(name, new Uint8Array(await speech.arrayBuffer()))',
    'console.log(name)',
  ]
}
