import { z } from 'zod'
import type { Provider } from './provider.ts'

/**
 * A provider as the registry knows it: the environment variables that configure it, and the adapter
 * made of them under the id of the instance; `null`: the operator has not configured it.
 */
type ProviderModule<Shape extends z.ZodRawShape> = {
  id: string
  environment: Shape
  /** The variables that each configure it alone. */
  configuredBy: readonly (keyof Shape & string)[]
  create(environment: z.output<z.ZodObject<Shape>>, id: string): Provider | null
}

/**
 * What the variables of a further instance make. `problems`: what is wrong with them, each beginning
 * with the variable's name without its number.
 */
type ReadInstance = { problems: string[] } | { create(): Provider }

/** `read`: reads the variables of a further instance, under their names without its number. */
type DefinedProvider<Shape extends z.ZodRawShape> = ProviderModule<Shape> & {
  read(variables: Readonly<Record<string, string>>, id: string): ReadInstance
}

/** Gives a provider's module the exact types of its variables. */
export function defineProvider<const Shape extends z.ZodRawShape>(
  module: ProviderModule<Shape>,
): DefinedProvider<Shape> {
  return {
    ...module,
    read(variables, id) {
      const parsed = z.object(module.environment).safeParse(variables)
      if (!parsed.success)
        return {
          problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
        }
      const provider = module.create(parsed.data, id)
      if (!provider) return { problems: [`${module.configuredBy.join(' or ')}: is missing`] }
      return { create: () => provider }
    },
  }
}

/** An address in the environment, without slashes at its end. */
export const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
