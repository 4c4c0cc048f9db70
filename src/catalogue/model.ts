import type { Field, LocalText } from './fields.ts'
import type { Pixels } from './image-sizes.ts'
import type { Kind } from './kinds.ts'
import type { FieldProblem } from './parse-input.ts'

/** Credits are whole and indivisible: a price is never a fraction. */
export type Credits = number

export type Fields = Record<string, Field>
export type InputOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never
}

/** Why a price is higher than its base. `percent` is what it is multiplied by: 125 means ×1.25. */
export type Surcharge = { reason: 'frames' | 'steps' | 'interpolation'; percent: number }

/** The shape of the provider's answer: a list of images, one video, one sound, or a text. */
export type ResultShape = 'images' | 'video' | 'audio' | 'text'

/**
 * Everything the product knows about one generative model. The form, the request check, the price
 * shown before starting, the price charged and the provider call are all derived from this; nothing
 * outside a model's own file branches on its id.
 */
export type Model<F extends Fields = Fields> = {
  id: string
  name: string
  kind: Kind
  /** What the documents call `image_generation_type` or `video_generation_type`. */
  generationType: string
  /** What it is good at, in a few words: every model has it that the form offers. */
  strength?: LocalText
  /** Known and priced, but not offered in the form. */
  hidden?: boolean
  /**
   * A request of this type that names another model of its kind runs on this one
   * (docs/spec/creation.md#models).
   */
  standsIn?: boolean
  fields: F
  /** The field that says what is wanted: `prompt`, unless the documents call it otherwise. */
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
  }
  /**
   * The provider's endpoint ids, `owner/alias[/path]`; all of one model have the same owner and
   * alias.
   */
  endpoints: readonly [string, ...string[]]
  /** Which endpoint an input goes to, where there are several. */
  route?(input: InputOf<F>): string
  result: ResultShape
  /**
   * The provider's request body: only keys its schema has, only values its schema takes.
   * `endpoint`: where it really goes, if an operator's configuration names another than the model.
   */
  toProvider(input: InputOf<F>, endpoint?: string): Record<string, unknown>
  /**
   * The same the other way round, for requests in the provider's own words: renamed fields, and
   * what the endpoint says.
   */
  fromProvider?(body: Record<string, unknown>, endpoint: string): Record<string, unknown>
  /**
   * Values that a request implies without saying them, and never others than it says: a mask means
   * inpainting.
   */
  implied?(raw: Record<string, unknown>): Record<string, unknown>
  /** What single fields cannot say, such as a mask that only one task needs. */
  check?(input: InputOf<F>): FieldProblem[]
  /** The pixels of one result, when the input decides them. */
  pixels?(input: InputOf<F>): Pixels
  /** How long the result will be, in seconds, when the input decides it. */
  seconds?(input: InputOf<F>): number
}

/** Gives a model's file its exact input type; the returned value is the model itself. */
export function defineModel<const F extends Fields>(model: Model<F>): Model<F> {
  return model
}

/** The endpoint that a parsed input goes to. */
export function endpointOf(model: Model, input: Record<string, unknown>): string {
  return model.route?.(input) ?? model.endpoints[0]
}

/**
 * Stands in every text that the built-in engine answers; the page shows its badge there
 * (docs/spec/creation.md#result-on-the-page).
 */
export const developmentMarker = '[development mode]'
