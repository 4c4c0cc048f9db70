import { taskOf, writeText } from '@atelier/demo-world/write-text'
import { filesOf } from '../input-file.ts'
import type { Endpoint } from './endpoints.ts'
import { addresses, boolean, integer, number, string } from './input-schema.ts'

const schema: Endpoint['schema'] = {
  prompt: string(),
  model: string(),
  system_prompt: string({ optional: true }),
  temperature: number({ min: 0, max: 2, initially: 1 }),
  max_tokens: integer({ min: 1, optional: true }),
  reasoning: boolean(false),
}

const make: Endpoint['make'] = async (job, given, { files, answer }) => {
  const [prompt, instruction] = [String(given.prompt), String(given.system_prompt ?? '')]
  const image = filesOf(files, 'image_urls')[0]?.data
  const write = () => {
    if (!image) return writeText({ instruction, prompt })
    return answer({ image, question: prompt, isPrompt: taskOf(instruction) === 'describe' })
  }
  const output = job.faults.includes('empty') ? '' : await write()
  const input_tokens = Math.ceil((prompt.length + instruction.length) / 4)
  const output_tokens = Math.ceil(output.length / 4)
  return {
    output,
    reasoning: null,
    partial: false,
    error: null,
    usage: { prompt_tokens: input_tokens, completion_tokens: output_tokens, cost: 0.0001 },
  }
}

/** A text, also about images (docs/providers/fal.md#endpoints). */
export const openrouterEndpoints: readonly Endpoint[] = [
  { id: 'openrouter/router', schema, make },
  {
    id: 'openrouter/router/vision',
    schema: { image_urls: addresses('image'), ...schema },
    make,
  },
]
