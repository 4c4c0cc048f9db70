import { checkInput, objectAt, type ReadDocument, unreadable } from './endpoint-document.ts'
import { asList, asObject, isObject, type Json, own, resolve, type Schema } from './json-schema.ts'
import { contentOfAddress, mediumInWords } from './media.ts'
import { plainText } from './texts.ts'

/** Whether a document is a model of Replicate's API: its version has the schemas. */
export function isReplicateModel(root: Json): boolean {
  return isObject(root.latest_version)
}

/**
 * Reads a model as `GET /v1/models/{owner}/{name}` of Replicate answers it: the schemas `Input` and
 * `Output` of its newest version. Official models are called by their name, all others by a version.
 */
export function readReplicateModel(model: Json): ReadDocument {
  const version = asObject(model.latest_version)
  const root = asObject(version.openapi_schema)
  const schemas = asObject(asObject(root.components).schemas)
  const endpoint = endpointOf(model, version)
  if (!endpoint) return unreadable('owner', 'without an owner, a name and a version')

  const input = objectAt(root, own(schemas, 'Input'))
  if (!input) return unreadable('components.schemas.Input', 'is not an object')
  const problem = checkInput(input)
  if (problem) return unreadable('input', problem)
  const result = readResult(root, own(schemas, 'Output'), model)
  if (!result) return unreadable('output', 'does not say which medium its files have')
  const about = plainText(model.description)
  const provider = 'replicate'
  return { document: { root, endpoint, provider, about, input: inOrder(root, input), ...result } }
}

/** `owner/name`, with the version where the model is not official; `null`: something is missing. */
function endpointOf({ owner, name, is_official }: Json, { id }: Json): string | null {
  const parts = is_official === true ? [owner, name] : [owner, name, id]
  if (!parts.every((part) => typeof part === 'string')) return null
  const endpoint = `${owner}/${name}${is_official === true ? '' : `:${id}`}`
  const isEndpoint = /^\w[\w.-]*\/\w[\w.-]*(:\w{1,64})?$/.test(endpoint)
  return isEndpoint && endpoint.length <= 200 ? endpoint : null
}

/** Replicate numbers its inputs; fal names their order, which is what the importer reads. */
function inOrder(root: Json, input: Schema): Schema {
  const placeOf = (node: unknown) => {
    const order = asObject(node)['x-order'] ?? resolve(root, node).alternatives[0]?.['x-order']
    return typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER
  }
  const names = Object.entries(asObject(input.properties))
    .toSorted(([, one], [, other]) => placeOf(one) - placeOf(other))
    .map(([name]) => name)
  return { ...input, 'x-fal-order-properties': names }
}

type Result = { output: Schema; category: string | null }

/**
 * What a model answers: addresses of files, of which the schema does not say the medium; an object;
 * or a text, perhaps in pieces. `null`: files of an unknown medium.
 */
function readResult(root: Json, schema: unknown, model: Json): Result | null {
  const { alternatives } = resolve(root, schema)
  const described = objectAt(root, schema)
  if (described?.properties) return { output: described, category: null }
  const values = alternatives.flatMap((one) =>
    one.type === 'array' ? resolve(root, one.items).alternatives : [one],
  )
  const example = exampleOf(model)
  const isFile = values.some(({ format }) => format === 'uri') || /^https?:/.test(example)
  if (!isFile) return { output: { properties: { output: { type: 'string' } } }, category: null }
  const said = `${model.name} ${plainText(model.description)}`
  const medium = mediumOf(example) ?? mediumInWords(said)
  return medium && { output: {}, category: `any-to-${medium}` }
}

/** The first result of the example that Replicate shows; empty where there is none. */
function exampleOf(model: Json): string {
  const { output } = asObject(model.default_example)
  const first = Array.isArray(output) ? asList(output)[0] : output
  return typeof first === 'string' ? first : ''
}

function mediumOf(address: string) {
  const content = contentOfAddress(address)
  return content === 'other' ? null : content
}
