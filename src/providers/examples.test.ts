import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildModel } from '#core/models/rules/build-model.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { readDefinition } from '#core/models/rules/read-definition.ts'
import { createProviders, type ProviderEnvironment } from './registry.ts'

const text = await readFile(path.join(import.meta.dirname, '../../docs/providers.md'), 'utf8')
const examples = [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(
  ([, json = '']) => JSON.parse(json) as { id: string; provider: string },
)

/** What each example sends for the prompt “a fox”. */
const sent: Record<string, unknown> = {
  'bfl-flux-2-pro': { prompt: 'a fox', output_format: 'png' },
  'elevenlabs-speech': {
    ...{ text: 'a fox', voice_id: 'JBFqnCBsd6RMkjVDRZzb' },
    ...{ model_id: 'eleven_multilingual_v2', output_format: 'mp3_44100_128' },
  },
  'gemini-image': {
    contents: [{ parts: [{ text: 'a fox' }] }],
    generationConfig: { imageConfig: { aspectRatio: '1:1' } },
  },
  'runway-gen45': { model: 'gen4.5', promptText: 'a fox', ratio: '1280:720', duration: 5 },
  'ark-seedance': {
    model: 'doubao-seedance-1-0-pro-250528',
    content: [{ type: 'text', text: 'a fox' }],
  },
  'dashscope-wan': {
    ...{ model: 'wan2.2-t2v-plus', input: { prompt: 'a fox' } },
    parameters: { size: '1920*1080' },
  },
  'minimax-hailuo': {
    ...{ model: 'MiniMax-Hailuo-2.3', prompt: 'a fox', duration: 6, resolution: '768P' },
  },
  'wavespeed-flux-dev': { prompt: 'a fox', size: '1024*1024', num_images: 1 },
}

describe('the examples of docs/providers.md', () => {
  it('are definitions that send what is documented', () => {
    for (const example of examples) {
      const read = readDefinition(example)
      if (!read.ok) throw new Error(`${example.id}: ${JSON.stringify(read.problems)}`)
      const model = buildModel(read.definition)
      const parsed = parseInput(model, { prompt: 'a fox' })
      if (!parsed.ok) throw new Error(`${example.id}: ${JSON.stringify(parsed.problems)}`)
      const body = model.toProvider(parsed.input, model.endpoints[0])
      if (example.id in sent) expect(body).toEqual(sent[example.id])
    }
    expect(examples.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(sent)))
  })

  it('name providers that exist', () => {
    const keys = Object.fromEntries(
      ['BFL_API_KEY', 'ELEVENLABS_API_KEY', 'GEMINI_API_KEY', 'RUNWAYML_API_SECRET']
        .concat(...['ARK_API_KEY', 'DASHSCOPE_API_KEY', 'MINIMAX_API_KEY', 'WAVESPEED_API_KEY'])
        .map((name) => [name, 'key']),
    )
    const environment = { ...keys, COMFYUI_URLS: ['http://127.0.0.1:9'] }
    const providers = createProviders(environment as unknown as ProviderEnvironment)
    const ids = new Set(providers.map(({ id }) => id))
    expect(examples.filter(({ provider }) => !ids.has(provider))).toEqual([])
  })
})
