import { Refused } from '#core/refused.ts'
import type { Definition } from './rules/definition.ts'
import { typesOfKind } from './rules/kinds.ts'
import { type DefinitionProblem, readDefinition } from './rules/read-definition.ts'

/** The providers that are configured, by their ids. */
export type KnownProviders = { has(id: string): boolean }

/**
 * What is wrong with a definition in this installation: it must be complete in itself, of a
 * configured provider (its own or an alternative), and of a generation type that has a form.
 */
export function definitionProblems(given: unknown, providers: KnownProviders): DefinitionProblem[] {
  const read = readDefinition(given)
  return read.ok ? problemsHere(read.definition, providers) : read.problems
}

/** The definition, if it has no problem. Throws `Refused` `invalid_definition` with all of them. */
export function checkDefinition(given: unknown, providers: KnownProviders): Definition {
  const read = readDefinition(given)
  const problems = read.ok ? problemsHere(read.definition, providers) : read.problems
  if (!read.ok || problems.length > 0) throw new Refused({ reason: 'invalid_definition', problems })
  return read.definition
}

function problemsHere(definition: Definition, providers: KnownProviders): DefinitionProblem[] {
  const { kind, generation_type: type, provider, alternatives = [] } = definition
  const problems: DefinitionProblem[] = []
  if (![definition, ...alternatives].some((route) => providers.has(route.provider)))
    problems.push({ path: 'provider', message: `${provider} is not configured` })
  const types = typesOfKind(kind)
  const known = types.join(', ')
  if (!types.includes(type))
    problems.push({ path: 'generation_type', message: `none of ${kind} is ${type}: ${known}` })
  return problems
}
