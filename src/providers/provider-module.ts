import { z } from 'zod'
import type { Provider } from './provider.ts'

/**
 * A provider as the registry knows it: the environment variables that configure it, and the adapter
 * made of them; `null`: the operator has not configured it.
 */
export type ProviderModule<Shape extends z.ZodRawShape> = {
  id: string
  environment: Shape
  /** The variables that each configure it alone. */
  configuredBy: readonly (keyof Shape & string)[]
  create(environment: z.output<z.ZodObject<Shape>>): Provider | null
}

/** Gives a provider's module the exact types of its variables. */
export function defineProvider<const Shape extends z.ZodRawShape>(
  module: ProviderModule<Shape>,
): ProviderModule<Shape> {
  return module
}

/** An address in the environment, without slashes at its end. */
export const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
