import type { Definition, FieldDefinition, SentValue } from '../rules/definition.ts'
import { describedFields, reservedNames } from '../rules/definition.ts'
import type { ResultShape } from '../rules/model.ts'
import type { Json } from './json-schema.ts'

/** An input of the document that the definition does not have, or has in part, and why. */
export type UnmappedInput = { path: string; reason: string }

type RequestRule = Definition['request'][string]

/** The form and the request of a model while they are being put together. */
export type Proposal = {
  document: Json
  /** What the model makes: only images are charged by their number. */
  result: ResultShape
  fields: Map<string, FieldDefinition>
  request: Map<string, RequestRule>
  unmapped: UnmappedInput[]
}

/** One input of the document: its place in the request, and whether it must be sent. */
export type Input = {
  /** Its names from the outermost object to its own. */
  path: string[]
  isRequired: boolean
  /** Beside an object that may be missing, no default is sent. */
  hasDefaults: boolean
}

/** Why an input cannot be mapped. */
export class UnmappableInput extends Error {
  override name = 'UnmappableInput'
}

/** Why an input is not in the form, although its request has a value for it. */
export class SentAlways extends UnmappableInput {
  override name = 'SentAlways'
}

/** Returns an empty proposal. */
export function createProposal(document: Json, result: ResultShape): Proposal {
  return { document, result, fields: new Map(), request: new Map(), unmapped: [] }
}

/** Returns a copy to which parts are added that may turn out not to fit. */
export function tryOut(proposal: Proposal): Proposal {
  const { fields, request, unmapped } = proposal
  return {
    ...proposal,
    fields: new Map(fields),
    request: new Map(request),
    unmapped: [...unmapped],
  }
}

/** Takes over what was tried out. */
export function copyInto(proposal: Proposal, { fields, request, unmapped }: Proposal): void {
  Object.assign(proposal, { fields, request, unmapped })
}

/**
 * Adds a field with the rule that sends it. `sent` has what differs from sending it as it is; a
 * condition on no field is one on this.
 */
export function addField(
  proposal: Proposal,
  { path }: Input,
  field: FieldDefinition,
  sent: Omit<Extract<SentValue, { from: string }>, 'from'> = {},
): void {
  const name = nameFor(proposal, path)
  const { label, hint, option_labels, ...rest } = field
  const texts = describedFields.has(name) ? {} : { label, hint, option_labels }
  const own = Object.entries(texts).filter(([, text]) => text !== undefined)
  proposal.fields.set(name, { ...rest, ...Object.fromEntries(own) } as FieldDefinition)
  const when = sent.when && 'filled' in sent.when ? { ...sent.when, field: name } : sent.when
  proposal.request.set(keyOf(path), { from: name, ...sent, ...(when && { when }) })
}

/** Sends the same value always, for an input that the form does not have. */
export function addConstant(
  proposal: Proposal,
  { path }: Input,
  constant: string | number | boolean,
) {
  proposal.request.set(keyOf(path), { constant })
}

function keyOf(path: string[]): string {
  const key = path.join('.')
  const isKey = path.every((name) => /^[\w-]+$/.test(name) && !(name in Object.prototype))
  if (!isKey || key.length > 160) throw new UnmappableInput('its name cannot be a key of a request')
  return key
}

/** A name that no other field has: letters, digits and _, from all names of the path. */
function nameFor({ fields }: Proposal, path: string[]): string {
  const words = path.filter((name) => !/^\d+$/.test(name)).join('_')
  const plain =
    words
      .replace(/\W+/g, '_')
      .replace(/^[^a-zA-Z]+/, '')
      .slice(0, 56) || 'value'
  const isTaken = (name: string) =>
    fields.has(name) || reservedNames.has(name) || name in Object.prototype
  const names = [
    plain,
    `${plain}_name`,
    ...Array.from({ length: 99 }, (_, n) => `${plain}_${n + 2}`),
  ]
  const free = names.find((name) => !isTaken(name))
  if (!free) throw new UnmappableInput('too many inputs have this name')
  return free
}
