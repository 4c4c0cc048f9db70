import type { Kind } from '#core/models/rules/kinds.ts'
import { type Example, inQuotes } from '#web/account/keys/example.ts'
import type { ClientExample } from '#web/account/keys/feature-clients.ts'
import { m } from '#web/messages/compiled/messages.js'

const written: readonly Kind[] = ['image', 'image-editing', 'image-understanding']

/** Google's package, for what Gemini's API does with images (docs/gemini.md). */
export const client: ClientExample = {
  name: 'Gemini',
  write,
  canWrite: ({ model }) => written.includes(model.kind),
  place: () => 'example.mts',
  how: () => m.examples_how_save({ name: 'example.mts' }),
  commands: 'npm install @google/genai\nnode example.mts',
}

/** The task in TypeScript, with Google's own package. */
function write({ studio, key, model, prompt, file }: Example): string {
  const isText = model.result === 'text'
  return [
    ...(isText ? [] : [`import { writeFile } from 'node:fs/promises'`]),
    `import { GoogleGenAI } from '@google/genai'`,
    '',
    `const studio = '${studio}'`,
    `const httpOptions = { baseUrl: studio + '/gemini' }`,
    `const ai = new GoogleGenAI({ apiKey: '${key}', httpOptions })`,
    '',
    ...(file ? sample(file) : []),
    `// ${m.examples_start_wait()}`,
    'const response = await ai.models.generateContent({',
    `  model: '${model.id}',`,
    ...(file
      ? [
          '  contents: [',
          `    { text: ${inQuotes(prompt.text)} },`,
          `    { inlineData: { mimeType: '${file.type}', data: file.toString('base64') } },`,
          '  ],',
        ]
      : [`  contents: ${inQuotes(prompt.text)},`]),
    '})',
    '',
    ...(isText ? answer() : images()),
    '',
  ].join('\n')
}

function sample({ name, address }: NonNullable<Example['file']>): string[] {
  return [
    `// ${m.examples_file_in_code({ code: `await readFile('${name}') ('node:fs/promises')` })}`,
    `const file = Buffer.from(await (await fetch(studio + '${address}')).arrayBuffer())`,
    '',
  ]
}

function images(): string[] {
  return [
    `// ${m.examples_download()}`,
    'const parts = response.candidates?.[0]?.content?.parts ?? []',
    'for (const [index, { inlineData }] of parts.entries()) {',
    "  const name = 'result-' + index + '.' + inlineData?.mimeType?.replace('image/', '')",
    "  await writeFile(name, Buffer.from(inlineData?.data ?? '', 'base64'))",
    '  console.log(name)',
    '}',
  ]
}

function answer(): string[] {
  return [`// ${m.examples_answer()}`, 'console.log(response.text)']
}
