import type { Definition, FieldDefinition } from '../rules/definition.ts'
import { imageSizes } from '../rules/image-sizes.ts'
import type { ResultShape } from '../rules/model.ts'
import { type DefinitionProblem, readDefinition } from '../rules/read-definition.ts'
import type { EndpointDocument } from './endpoint-document.ts'
import { asList, propertiesOf } from './json-schema.ts'
import { copyInto, createProposal, type Proposal, tryOut, type UnmappedInput } from './proposal.ts'
import { proposeInput } from './propose-input.ts'
import { proposeKind, resultOf } from './propose-kind.ts'
import { proposeMask } from './propose-mask.ts'
import { proposeTool } from './propose-tool.ts'
import { readDocument } from './read-document.ts'
import { idOf, nameOf } from './texts.ts'

/** A definition before it has a price. */
export type ImportedDefinition = Omit<Definition, 'price' | 'provider'> & {
  provider?: string
  price?: Definition['price']
}

/** What a price can depend on. */
export type UnpricedDefinition = Pick<ImportedDefinition, 'fields' | 'result' | 'seconds'>

/**
 * What an OpenAPI document was made into. `definition` is `null` where there is no endpoint to
 * describe; with `problems` it cannot be used as it is. `unmapped` are inputs that it lacks.
 */
export type ImportResult = {
  definition: ImportedDefinition | null
  unmapped: UnmappedInput[]
  problems: DefinitionProblem[]
}

export type ImportOptions = {
  /**
   * The price of one unit in credits, or what says it of the definition. There is no other: a price
   * is never guessed.
   */
  price?: number | ((unpriced: UnpricedDefinition) => number | undefined) | undefined
  provider?: string | undefined
  /** The model's id, where it is not to be named by its endpoint. */
  id?: string | undefined
}

const maxFields = 60

/**
 * Makes a model definition of the document of an endpoint (`readDocument`). Returns problems instead of
 * throwing, whatever the document contains.
 */
export function importDefinition(given: unknown, options: ImportOptions = {}): ImportResult {
  const read = readDocument(given)
  if ('problem' in read) return refuse(read.problem.path, read.problem.message)
  const { document } = read
  const { root } = document
  const result = resultOf(root, document.output, document.category)
  if (!result) return refuse('result', 'is not images, a video, audio, a text or a 3D object')

  const proposal = createProposal(root, result)
  const problems = proposeInputs(proposal, document)
  const { unmapped } = proposal
  const named = { ...document, endpoint: nameAt(document) }
  const kind = proposeKind(result, proposal.fields, named)
  if ('reason' in kind) return { ...refuse('kind', kind.reason), unmapped }
  const definition = assemble(proposal, document, { ...options, ...kind })
  return { definition, unmapped, problems: [...problems, ...problemsOf(definition)] }
}

/** The endpoint without the version of Replicate's models. */
const nameAt = ({ endpoint }: EndpointDocument) => endpoint.split(':', 1)[0] ?? ''

function refuse(path: string, message: string): ImportResult {
  return { definition: null, unmapped: [], problems: [{ path, message }] }
}

/** Maps every input. One that must be given and cannot be mapped is a problem. */
function proposeInputs(proposal: Proposal, { input }: EndpointDocument): DefinitionProblem[] {
  const required = new Set(asList(input.required))
  const problems: DefinitionProblem[] = []
  const properties = propertiesOf(input)
  // Required inputs first: they have their place when there are too many.
  for (const [name, node] of properties.toSorted(
    ([a], [b]) => +required.has(b) - +required.has(a),
  )) {
    const isRequired = required.has(name)
    const before = tryOut(proposal)
    const isMapped = proposeInput(proposal, { path: [name], isRequired, hasDefaults: true }, node)
    if (proposal.fields.size > maxFields) {
      copyInto(proposal, before)
      proposal.unmapped.push({ path: name, reason: `a form has at most ${maxFields} fields` })
      if (isRequired)
        problems.push({ path: `input.${name}`, message: 'one required input too many' })
    } else if (!isMapped && isRequired && !isSent(proposal, name)) {
      const reason = proposal.unmapped.findLast(({ path }) => path === name)?.reason
      problems.push({ path: `input.${name}`, message: `is required, and ${reason}` })
    }
  }
  const places = new Map(properties.map(([name], place) => [name, place]))
  sortByKey(proposal, places)
  return problems
}

const isSent = ({ request }: Proposal, name: string) =>
  [...request.keys()].some((key) => key === name || key.startsWith(`${name}.`))

/** Puts fields and request into the order of the document. */
function sortByKey(proposal: Proposal, places: Map<string, number>): void {
  const place = (key: string) => places.get(key.split('.')[0] ?? '') ?? 0
  const rules = [...proposal.request].toSorted(([a], [b]) => place(a) - place(b))
  const named = rules.flatMap(([, rule]) => ('from' in rule ? [rule.from] : []))
  const fields = named.flatMap((name): [string, FieldDefinition][] => {
    const field = proposal.fields.get(name)
    return field ? [[name, field]] : []
  })
  proposal.request = new Map(rules)
  proposal.fields = new Map(fields)
}

type Facts = ImportOptions & { kind: string; generationType: string }

function assemble(
  proposal: Proposal,
  document: EndpointDocument,
  facts: Facts,
): ImportedDefinition {
  const { kind, generationType, provider = document.provider } = facts
  const { result, request } = proposal
  const { endpoint, about } = document
  const name = nameAt(document)
  const makes = proposeMask(proposal, {
    name,
    prompt: promptOf(Object.fromEntries(proposal.fields)),
  })
  const form = Object.fromEntries(proposal.fields)
  const length = result === 'images' ? {} : lengthOf(form)
  const price =
    typeof facts.price === 'function'
      ? facts.price({ fields: form, result, ...length })
      : facts.price
  const prompt = promptOf(form)
  const strength = strengthOf(about)
  const tool = proposeTool({ endpoint: name, about }, { fields: form, result })
  const size = form.image_size?.control === 'shape' ? form.image_size : undefined
  const isMeasured = size?.options.every((option) => Object.hasOwn(imageSizes, option))
  return {
    id: facts.id ?? idOf(name),
    name: nameOf(name),
    kind: kind as Definition['kind'],
    generation_type: generationType,
    ...(strength && { strength: { en: strength } }),
    ...(prompt && prompt !== 'prompt' && { prompt_field: prompt }),
    ...(provider && { provider }),
    untested: true,
    ...(tool && { tool }),
    ...(makes && { makes }),
    endpoints: [{ id: endpoint }],
    fields: form,
    ...(price !== undefined && { price: priceFor(form, price, result) }),
    request: Object.fromEntries(request),
    result,
    ...(isMeasured && result === 'images' && { pixels: 'image_size' }),
    ...length,
  }
}

/** The field with the instruction: the prompt, or the text that is spoken or must be given. */
function promptOf(fields: ImportedDefinition['fields']): string | undefined {
  const texts = Object.entries(fields).filter(([, field]) => field.control === 'text')
  const named = ['prompt', 'text', 'question'].find((name) => texts.some(([text]) => text === name))
  const required = texts.find(([, field]) => 'required' in field && field.required)
  return (
    named ??
    required?.[0] ??
    texts.find(([name]) => /prompt|text|script/.test(name) && !/negative/.test(name))?.[0]
  )
}

function priceFor(
  fields: ImportedDefinition['fields'],
  base: number,
  result: ResultShape,
): Definition['price'] {
  const quantity = Object.entries(fields).find(([, { control }]) => control === 'count')?.[0]
  return { unit: result === 'images' ? 'image' : 'job', base, ...(quantity && { quantity }) }
}

/** A length in seconds that the form decides. */
function lengthOf(fields: ImportedDefinition['fields']): Pick<ImportedDefinition, 'seconds'> {
  const field = fields.duration
  const isSeconds =
    (field?.control === 'choice' &&
      field.options.every((option) => /^\d+(\.\d+)?$/.test(option))) ||
    ((field?.control === 'integer' || field?.control === 'decimal') && field.default !== undefined)
  return isSeconds ? { seconds: 'duration' } : {}
}

/** The first sentence that the provider says about the model. */
function strengthOf(text: string): string | undefined {
  const [first = ''] = /^.*?[.!?](?=\s|$)/.exec(text) ?? [text]
  const words = first.replace(/\.$/, '')
  return words.length > 3 && words.length <= 120 ? words : undefined
}

/** The definition's own problems; without a price, that it is missing stands for the rest. */
function problemsOf(definition: ImportedDefinition): DefinitionProblem[] {
  const price = definition.price ?? priceFor(definition.fields, 1, definition.result)
  const read = readDefinition({ ...definition, price })
  const found = read.ok ? [] : read.problems
  return definition.price ? found : [{ path: 'price', message: 'price missing' }, ...found]
}
