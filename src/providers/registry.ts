import type { z } from 'zod'
import { ark } from './ark/module.ts'
import { blackForestLabs } from './black-forest-labs/module.ts'
import { comfyUi } from './comfyui/module.ts'
import { dashScope } from './dashscope/module.ts'
import { elevenLabs } from './elevenlabs/module.ts'
import { fal } from './fal/module.ts'
import { google } from './google/module.ts'
import { miniMax } from './minimax/module.ts'
import { openAi } from './openai/module.ts'
import type { Provider } from './provider.ts'
import { replicate } from './replicate/module.ts'
import { runway } from './runway/module.ts'
import { waveSpeed } from './wavespeed/module.ts'

/** Every provider that the product knows. A new one is its folder and a line here. */
const modules = [
  fal,
  replicate,
  openAi,
  comfyUi,
  blackForestLabs,
  elevenLabs,
  google,
  runway,
  ark,
  dashScope,
  miniMax,
  waveSpeed,
] as const

type Shapes = (typeof modules)[number]['environment']
type Union<Shape> = (Shape extends unknown ? (shape: Shape) => void : never) extends (
  shape: infer All,
) => void
  ? All
  : never

/** The environment variables of all providers. */
export const providerEnvironment = Object.assign(
  {},
  ...modules.map(({ environment }) => environment),
) as Union<Shapes>

/** The numbers of further instances: `OPENAI_BASE_URL_2` makes the provider `openai-2`. */
const numbers = [2, 3, 4, 5, 6, 7, 8, 9]

/** The environment variables of all further instances. */
export const furtherVariables: readonly string[] = Object.keys(providerEnvironment).flatMap(
  (name) => numbers.map((number) => `${name}_${number}`),
)

/** A further account, server or region of a provider, under an id of its own. */
type FurtherProvider = { id: string; create(): Provider }

export type ProviderEnvironment = z.output<z.ZodObject<typeof providerEnvironment>> & {
  furtherProviders?: readonly FurtherProvider[]
}

/** The variables of which one configures a provider. */
export const configuringVariables: readonly string[] = modules.flatMap(
  ({ configuredBy }): readonly string[] => configuredBy,
)

/** Reads the further instances that the environment names. `problems`: what is wrong with them. */
export function readFurtherProviders(environment: Readonly<Record<string, string | undefined>>): {
  providers: FurtherProvider[]
  problems: string[]
} {
  const providers: FurtherProvider[] = []
  const problems: string[] = []
  for (const module of modules)
    for (const number of numbers) {
      const names = Object.keys(module.environment)
      const variables = Object.fromEntries(
        names.flatMap((name) => {
          const value = environment[`${name}_${number}`]
          return value ? [[name, value]] : []
        }),
      )
      if (Object.keys(variables).length === 0) continue
      const id = `${module.id}-${number}`
      const read = module.read(variables, id)
      if ('create' in read) providers.push({ id, create: read.create })
      else problems.push(...read.problems.map((text) => numbered(text, number)))
    }
  return { providers, problems }
}

/** The names at the beginning of a problem, with the number of their instance. */
function numbered(problem: string, number: number): string {
  const end = problem.indexOf(':')
  return problem.slice(0, end).replaceAll(/[A-Z][A-Z0-9_]+/g, `$&_${number}`) + problem.slice(end)
}

/** Creates the providers that the environment configures. */
export function createProviders(environment: ProviderEnvironment): Provider[] {
  const { furtherProviders = [] } = environment
  return [
    ...modules.flatMap((module) => module.create(environment, module.id) ?? []),
    ...furtherProviders.map(({ create }) => create()),
  ]
}
