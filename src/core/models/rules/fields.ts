import * as z from 'zod/mini'
import type { ControlImageKind } from './control-image-kinds.ts'
import { readSeed, type Seed } from './seed.ts'
import { toStorableText } from './storable-text.ts'

/** What a file field accepts. Audio is generated for videos and for animated images. */
export type Accept = 'image' | 'video' | 'video-or-gif' | 'audio'

export type FieldOption = string | number

/**
 * The control of a field in the form. There is exactly one component for each `kind`; nothing else
 * decides what is rendered.
 */
export type Control =
  | { kind: 'text'; lines: number; maxLength: number }
  /** `optional`: it may be empty, and the provider then uses its own value. */
  | { kind: 'number'; min: number; max: number; step: number; optional?: true }
  /** `upgrade`: the options marked as needing an upgrade (docs/spec/creation.md#form-rules). */
  | { kind: 'segments'; options: readonly FieldOption[]; upgrade?: readonly FieldOption[] }
  /**
   * `needs`: an option that only means something beside a value of another field, by that field's
   * name.
   */
  | {
      kind: 'shape'
      options: readonly string[]
      upgrade?: readonly string[]
      needs?: Readonly<Record<string, string>>
    }
  | { kind: 'seed' }
  | { kind: 'switch' }
  /**
   * Shown as text; a different value in a request is ignored (docs/spec/creation.md#form-rules).
   */
  | {
      kind: 'fixed'
      value: FieldOption | boolean
      unit?: 'seconds'
      upgrade?: readonly FieldOption[]
    }
  /** An address of a file. `maskOf`: the field whose image or video the mask is painted on. */
  | { kind: 'file'; accept: Accept; maskOf?: string; controlImage?: readonly ControlImageKind[] }
  | { kind: 'files'; accept: Accept; max: number }

/**
 * The part of the form that contains the field: with the prompt, the files, the shape and count, or
 * the folded settings.
 */
export type FieldGroup = 'prompt' | 'inputs' | 'shape' | 'advanced'

/**
 * A text in a model's file, by language code (`platform/languages/languages.ts`). A missing language falls
 * back to English, so that a new language needs no change in the models' files.
 */
export type LocalText = Readonly<Record<string, string>> & { readonly en: string }

/** Returns the text in a language. */
export function textIn(text: LocalText, language: string): string {
  return text[language] ?? text.en
}

/**
 * The texts of a field that is described in its model's own file. The fields that several models
 * share are described in the message files, by their names.
 */
export type FieldTexts = {
  label: LocalText
  /** One sentence about what the field does. */
  hint?: LocalText
  /** The placeholder of an empty box. */
  example?: LocalText
  options?: Readonly<Record<string, { label: LocalText; hint?: LocalText }>>
}

/** A field applies only while another one has one of these values. */
export type Condition = { field: string; among: readonly unknown[] }

/** One input of a model: its control in the form, its valid values, and its first value. */
export type Field<Value = unknown> = {
  control: Control
  group: FieldGroup
  /** Created on first use: a page loads every model and validates with one. */
  schema: () => z.ZodMiniType<Value, unknown>
  /** The form's first value; `undefined` means empty. */
  initially: Value
  /**
   * The provider has no such input: the value is stored with the record and not sent, and the form
   * says so.
   */
  ignored?: boolean
  /** While the condition is false, the field is hidden and its value is `otherwise`. */
  when?: Condition & { otherwise: Value }
  /** Where its name is new; the same wherever the name is used. */
  texts?: FieldTexts
}

/** The same field with the texts that its form, its errors and its records use. */
export function withTexts<Value>(texts: FieldTexts, field: Field<Value>): Field<Value> {
  return { ...field, texts }
}

/**
 * The same field, applying only while `condition` is true; `otherwise` is its value while it is
 * false.
 */
export function onlyWhile<Value>(
  condition: Condition,
  field: Field<Value>,
  otherwise: NoInfer<Value>,
): Field<Value> {
  return { ...field, when: { ...condition, otherwise } }
}

type TextOptions = {
  lines: number
  required?: boolean
  min?: number
  /** The longest text, in characters. */
  max?: number
  /** Of a text that is a list with one entry in each line: the most entries. */
  maxLines?: number
  ignored?: boolean
  initially?: string
  group?: FieldGroup
}

/**
 * The longest text of a model that names no limit of its own, in characters
 * (docs/spec/creation.md#form-rules).
 */
export const maxPromptLength = 2000

/** The entries of a text that is a list with one entry in each line. */
export function listEntries(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

const characters = (text: string) => [...text].length

const clean = (text: string) => toStorableText(text).trim()

/** The length of a text as it is stored, in characters. */
export const lengthOfText = (text: string): number => characters(clean(text))

/**
 * A text of at most `maxPromptLength` characters, or `max`, trimmed. NUL and broken surrogates, which no database stores,
 * are dropped.
 */
export function text({
  lines,
  required = false,
  min = 0,
  max = maxPromptLength,
  maxLines = Number.POSITIVE_INFINITY,
  ignored,
  initially = '',
  group = 'prompt',
}: TextOptions): Field<string> {
  const schema = once(() => {
    const given = z.pipe(
      z.pipe(z.string(), z.transform(clean)),
      z.string().check(
        z.refine((value) => !required || value.length > 0, { error: 'required' }),
        z.refine((value) => value.length === 0 || characters(value) >= min, {
          error: 'too_short',
          params: { min },
        }),
        z.refine((value) => characters(value) <= max, { error: 'too_long' }),
        z.refine((value) => listEntries(value).length <= maxLines, {
          error: 'too_many',
          params: { max: maxLines },
        }),
      ),
    )
    return required ? given : z._default(given, initially)
  })
  return {
    control: { kind: 'text', lines, maxLength: max },
    group,
    schema,
    initially,
    ...(ignored && { ignored }),
  }
}

type NumberOptions = {
  min: number
  max: number
  initially: number
  /** The value of a request without the field, where it differs from the form's first value. */
  absent?: number
  step?: number
  /** The number must be a multiple of it. */
  multipleOf?: number
  group?: FieldGroup
}

/** A number that may be empty: the provider then uses its own value. */
export function optionalNumber({
  min,
  max,
  step = 1,
  isWhole,
  multipleOf,
  group = 'advanced',
}: Omit<NumberOptions, 'initially' | 'absent'> & { isWhole: boolean }): Field<number | undefined> {
  return {
    control: { kind: 'number', min, max, step, optional: true },
    group,
    schema: once(() =>
      z.optional(limited(isWhole ? z.int() : z.number(), { min, max, multipleOf })),
    ),
    initially: undefined,
  }
}

function limited(
  number: z.ZodMiniNumber,
  { min, max, multipleOf }: { min: number; max: number; multipleOf?: number | undefined },
) {
  const limits = [z.gte(min), z.lte(max)]
  return number.check(...limits, ...(multipleOf === undefined ? [] : [z.multipleOf(multipleOf)]))
}

/** A whole number between `min` and `max`, both included. */
export function wholeNumber({ step = 1, ...options }: NumberOptions): Field<number> {
  return numberField({ step, ...options }, () => z.int())
}

/** Any number between `min` and `max`; `step` is only the step of the form's slider. */
export function decimal({ step = 0.1, ...options }: NumberOptions): Field<number> {
  return numberField({ step, ...options }, () => z.number())
}

function numberField(
  {
    min,
    max,
    initially,
    absent = initially,
    step = 1,
    multipleOf,
    group = 'advanced',
  }: NumberOptions,
  number: () => z.ZodMiniNumber,
): Field<number> {
  return {
    control: { kind: 'number', min, max, step },
    group,
    schema: once(() => z._default(limited(number(), { min, max, multipleOf }), absent)),
    initially,
  }
}

/** How many results: 1 to `max`, as a row of buttons. */
export function count({ max }: { max: number }): Field<number> {
  return {
    control: { kind: 'segments', options: Array.from({ length: max }, (_, index) => index + 1) },
    group: 'shape',
    schema: once(() => z._default(z.int().check(z.gte(1), z.lte(max)), 1)),
    initially: 1,
  }
}

type ChoiceOptions<Name extends string> = {
  upgrade?: readonly NoInfer<Name>[]
  /** Other names that requests use, and which option each means. */
  also?: Readonly<Record<string, NoInfer<Name>>>
  group?: FieldGroup
}

type ShapeOptions<Name extends string> = ChoiceOptions<Name> & {
  needs?: Readonly<Record<string, string>>
}

/** One of a few names, as a row of buttons. A list of one is chosen already. */
export function choice<const Name extends string>(
  options: readonly Name[],
  initially: NoInfer<Name>,
  { upgrade, also, group = 'shape' }: ChoiceOptions<Name> = {},
): Field<Name> {
  return {
    control: { kind: 'segments', options, ...(upgrade && { upgrade }) },
    group,
    schema: once(() => z._default(oneOf(options, also), initially)),
    initially,
  }
}

/** The shape of the result, as tiles: `auto`, a ratio, or a size whose pixels the model has. */
export function shape<const Name extends string>(
  options: readonly Name[],
  initially: NoInfer<Name>,
  { upgrade, also, needs, group = 'shape' }: ShapeOptions<Name> = {},
): Field<Name> {
  return {
    control: { kind: 'shape', options, ...(upgrade && { upgrade }), ...(needs && { needs }) },
    group,
    schema: once(() => z._default(oneOf(options, also), initially)),
    initially,
  }
}

/** Aliases are replaced by their options before validation. */
function oneOf<Name extends string>(
  options: readonly Name[],
  also: Readonly<Record<string, Name>> = {},
) {
  const known = z.enum(options)
  const meant = z.transform((value: unknown) =>
    typeof value === 'string' ? (also[value] ?? value) : value,
  )
  const schema = Object.keys(also).length === 0 ? known : z.pipe(meant, known)
  return schema as unknown as z.ZodMiniType<Name, Name>
}

/**
 * A whole number of up to 64 bits, or nothing for a random one. Beyond 2^53 it is kept as decimal
 * digits, and a request may say it as a text or as a JSON number. The dice draws from 0 to 999999
 * (docs/spec/creation.md#form-rules).
 */
export function seed(
  options: { initially?: number; ignored?: boolean; max?: number } = {},
): Field<Seed | undefined> {
  const { max } = options
  return {
    control: { kind: 'seed' },
    group: 'advanced',
    schema: once(() =>
      z.pipe(
        z.transform((value: unknown) => (isNothing(value) ? undefined : seedUpTo(value, max))),
        z.optional(z.union([z.int(), z.string()])),
      ),
    ),
    initially: options.initially,
    ...(options.ignored && { ignored: true }),
  }
}

/** The seed that a value means; `NaN` where it is none, or beyond `max`. */
function seedUpTo(value: unknown, max: number | undefined): Seed {
  const read = readSeed(value)
  if (read === undefined || (max !== undefined && BigInt(read) > BigInt(max))) return Number.NaN
  return read
}

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** Yes or no. */
export function toggle({
  initially,
  group = 'advanced',
}: {
  initially: boolean
  group?: FieldGroup
}): Field<boolean> {
  return {
    control: { kind: 'switch' },
    group,
    schema: once(() => z._default(z.boolean(), initially)),
    initially,
  }
}

/** A fixed value: shown, recorded, and used instead of any other. */
export function fixed<const Value extends FieldOption | boolean>(
  value: Value,
  {
    group = 'shape',
    unit,
    upgrade,
  }: { group?: FieldGroup; unit?: 'seconds'; upgrade?: readonly FieldOption[] } = {},
): Field<Value> {
  return {
    control: { kind: 'fixed', value, ...(unit && { unit }), ...(upgrade && { upgrade }) },
    group,
    schema: once(() =>
      z.pipe(
        z.unknown(),
        z.transform(() => value),
      ),
    ),
    initially: value,
  }
}

/** Caches the result of the first call. */
export function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
