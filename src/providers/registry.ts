import type { z } from 'zod'
import { comfyUi } from './comfyui/module.ts'
import { fal } from './fal/module.ts'
import { openAi } from './openai/module.ts'
import type { Provider } from './provider.ts'
import { replicate } from './replicate/module.ts'

/** Every provider that the product knows. A new one is its folder and a line here. */
const modules = [fal, replicate, openAi, comfyUi] as const

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

export type ProviderEnvironment = z.output<z.ZodObject<typeof providerEnvironment>>

/** The variables of which one configures a provider. */
export const configuringVariables: readonly string[] = modules.flatMap(
  ({ configuredBy }): readonly string[] => configuredBy,
)

/** Creates the providers that the environment configures. */
export function createProviders(environment: ProviderEnvironment): Provider[] {
  return modules.flatMap((module) => module.create(environment) ?? [])
}
