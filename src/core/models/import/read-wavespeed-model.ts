import {
  checkInput,
  isEndpoint,
  objectAt,
  type ReadDocument,
  unreadable,
} from './endpoint-document.ts'
import { asList, asObject, type Json, type Schema } from './json-schema.ts'
import { mediumInWords } from './media.ts'
import { plainText } from './texts.ts'

/** Whether a document is a model of WaveSpeed's list. */
export function isWaveSpeedModel(root: Json): boolean {
  return typeof root.model_id === 'string' && asObject(root.api_schema).api_schemas !== undefined
}

/**
 * Reads a model as `GET /api/v3/models` of WaveSpeed has it: the schema of its request. The list does
 * not describe results: they are what the model's type says.
 */
export function readWaveSpeedModel(model: Json): ReadDocument {
  const endpoint = String(model.model_id)
  if (!isEndpoint(endpoint)) return unreadable('model_id', 'is not owner/name[/path]')
  const runs = asList(asObject(model.api_schema).api_schemas).map(asObject)
  const root = asObject((runs.find(({ type }) => type === 'model_run') ?? runs[0])?.request_schema)
  const input = objectAt(root, { type: 'object', ...root })
  const problem = input ? checkInput(input) : 'is not an object'
  if (!input || problem) return unreadable('request_schema', problem ?? 'is missing')
  const result = readResult(model)
  if (!result) return unreadable('type', 'does not say what the model makes')
  const about = plainText(model.description)
  const provider = 'wavespeed'
  return { document: { root, endpoint, provider, about, input: readInputs(input), ...result } }
}

/** Results are read from addresses, once the job has ended; both are off where nothing is sent. */
const modes = new Set(['enable_sync_mode', 'enable_base64_output'])

/** The inputs in their order, without modes; files are marked as fal marks them. */
function readInputs(input: Schema): Schema {
  const kept = Object.entries(asObject(input.properties)).filter(([name]) => !modes.has(name))
  const order = input['x-order-properties']
  return {
    ...input,
    properties: Object.fromEntries(kept.map(([name, node]) => [name, markFile(name, node)])),
    ...(order !== undefined && { 'x-fal-order-properties': order }),
  }
}

/** Texts and lists of texts with such a name are addresses, although their schema does not say so. */
function markFile(name: string, node: unknown): unknown {
  const word = /(?:^|_)(image|video|audio|photo|mask)s?(?:_?\d+)?$/.exec(name)?.[1]
  const schema = asObject(node)
  if (!word || !['string', 'array'].includes(String(schema.type)) || schema.enum) return node
  const medium = word === 'video' || word === 'audio' ? word : 'image'
  return { ...schema, _fal_ui_field: medium }
}

function readResult({ type, model_id: id, description }: Json) {
  const category = typeof type === 'string' ? type : ''
  if (/-to-text$/.test(category))
    return { output: { properties: { output: { type: 'string' } } }, category }
  if (/-to-(image|video|audio|speech|music)$/.test(category)) return { output: {}, category }
  const medium = mediumInWords(`${category} ${id} ${plainText(description)}`)
  return medium && { output: {}, category: `any-to-${medium}` }
}
