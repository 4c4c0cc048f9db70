import type { Field, LocalText } from './fields.ts'
import type { Pixels } from './image-sizes.ts'
import type { Kind } from './kinds.ts'
import type { ImageMeaning } from './mask-models.ts'
import type { UsageUnit } from './metering.ts'
import type { FieldProblem } from './parse-input.ts'
import type { ToolUse } from './result-tools.ts'

/** Credits are whole and indivisible: a price is never a fraction. */
export type Credits = number

export type Fields = Record<string, Field>
export type InputOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never
}

/** Why a price is higher than its base. `percent` is the factor: 125 means ×1.25. */
export type Surcharge = { reason: 'frames' | 'steps' | 'interpolation' | 'length'; percent: number }

/** The shape of the provider's answer: a list of images, one video, one audio file, a text, or a 3D object. */
export type ResultShape = 'images' | 'video' | 'audio' | 'text' | 'mesh'

/**
 * A full description of one generative model. The form, the request validation, the price shown
 * before the start, the price charged and the provider request are all derived from it; no code
 * outside a model's own file branches on its id.
 */
export type Model<F extends Fields = Fields> = {
  id: string
  /** Which of its definitions this is, from 1; a model as code has one. */
  version: number
  name: string
  /** The provider that runs it, by its id in the registry. */
  provider: string
  kind: Kind
  /** What the documents call `image_generation_type` or `video_generation_type`. */
  generationType: string
  /** What it is good at, in a few words; required for every model that the form offers. */
  strength?: LocalText
  /** Available and priced, but not offered in the form. */
  hidden?: boolean
  /**
   * A request of this type that names another model of its kind runs on this one
   * (docs/spec/creation.md#models).
   */
  standsIn?: boolean
  /** What it does to a finished result with one press, where it is a tool. */
  tool?: ToolUse
  /** What its images are, where they are no images to look at. */
  makes?: ImageMeaning
  fields: F
  /** The field with the instruction: `prompt`, unless the documents name it otherwise. */
  promptField?: string
  price: {
    /**
     * Credits for one unit, by tier. An operator's override names `model.tier`, or `model` for all
     * tiers.
     */
    base: Record<string, Credits>
    unit: 'image' | 'job'
    tier(input: InputOf<F>): string
    quantity(input: InputOf<F>): number
    surcharges?(input: InputOf<F>): Surcharge[]
    /** The price is the most: only what a job used is kept, `credits` for each `per` units. */
    metered?: { unit: UsageUnit; credits: Credits; per: number }
  }
  /**
   * The provider's endpoint ids, `owner/alias[/path]`; all of one model have the same owner and
   * alias.
   */
  endpoints: readonly [string, ...string[]]
  /** Returns the endpoint for an input, where there are several. */
  route?(input: InputOf<F>): string
  /** Further providers that can run it with the same fields, at the same price. */
  alternatives?: readonly ProviderRoute[]
  result: ResultShape
  /**
   * Builds the provider's request body: only keys of its schema, only values that its schema
   * accepts. `endpoint`: the endpoint that is called, if an operator's configuration replaces the
   * model's.
   */
  toProvider(input: InputOf<F>, endpoint?: string): Record<string, unknown>
  /**
   * The reverse, for requests with the provider's field names: renamed fields, and the values that
   * the endpoint implies.
   */
  fromProvider?(body: Record<string, unknown>, endpoint: string): Record<string, unknown>
  /**
   * Values that a request implies without naming them; they never replace values of the request: a
   * mask means inpainting.
   */
  implied?(raw: Record<string, unknown>): Record<string, unknown>
  /** Validates what single fields cannot, such as a mask that only one task needs. */
  check?(input: InputOf<F>): FieldProblem[]
  /** The pixels of one result, when the input decides them. */
  pixels?(input: InputOf<F>): Pixels
  /** The length of the result in seconds, when the input decides it. */
  seconds?(input: InputOf<F>): number
}

/** Gives a model's file its exact input type. */
export function defineModel<const F extends Fields>(model: Omit<Model<F>, 'version'>): Model<F> {
  return { ...model, version: 1 }
}

/** One of the providers that can run a model: its endpoints, and the request that it takes. */
export type ProviderRoute = Pick<Model, 'provider' | 'endpoints' | 'route' | 'toProvider'>

/** Returns the providers that can run a model, its own first; each stands once. */
export function routesOf(model: Model): readonly [ProviderRoute, ...ProviderRoute[]] {
  return [model, ...(model.alternatives ?? [])]
}

/** Returns the ids of the providers that can run a model, its own first. */
export function providersOf(model: Model): readonly [string, ...string[]] {
  return routesOf(model).map(({ provider }) => provider) as [string, ...string[]]
}

/** The endpoint that a parsed input goes to. */
export function chooseEndpoint(route: ProviderRoute, input: Record<string, unknown>): string {
  return route.route?.(input) ?? route.endpoints[0]
}

/**
 * Marks every text that the fal emulator answers; the page shows a badge for it
 * (docs/spec/creation.md#result-on-the-page).
 */
export const developmentMarker = '[development mode]'
