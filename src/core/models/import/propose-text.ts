import { maxTextLength } from '../rules/definition.ts'
import { maxPromptLength } from '../rules/fields.ts'
import { defaultOf, groupOf, isNumber, isText, textsOf } from './input-texts.ts'
import type { Schema } from './json-schema.ts'
import { addField, type Input, type Proposal, UnmappableInput } from './proposal.ts'
import { plainText } from './texts.ts'

const longTexts =
  /prompt|text|lyrics|script|story|instruction|question|caption|dialogue|description/

/** A text. An empty one is sent only where it replaces a default. */
export function proposeText(proposal: Proposal, input: Input, schema: Schema): void {
  const { path, isRequired } = input
  const name = path.at(-1) ?? ''
  if (!acceptsAnyText(schema)) throw new UnmappableInput('its text must have a certain form')
  const least = isNumber(schema.minLength) ? schema.minLength : 0
  const most = Math.min(
    isNumber(schema.maxLength) ? schema.maxLength : maxTextLength,
    maxTextLength,
  )
  if (least > most) throw new UnmappableInput('no text is short and long enough')
  const max = isNumber(schema.maxLength) ? most : spokenLength(schema)
  const initially = defaultOf(input, schema, isText)?.trim()
  const first =
    initially && [...initially].length <= (max ?? maxPromptLength) ? initially : undefined
  const isLong = longTexts.test(name) || most < maxTextLength / 2 ? most > 300 : false
  const isMain = groupOf(path, false) === 'prompt'
  addField(
    proposal,
    input,
    {
      control: 'text',
      lines: isMain ? 4 : isLong ? 2 : 1,
      ...(isRequired && { required: true }),
      ...(least > 1 && { min_length: least }),
      ...(max !== undefined && { max_length: max }),
      ...(first !== undefined && { default: first }),
      group: isMain || isRequired ? 'prompt' : 'advanced',
      ...textsOf(path, schema),
    },
    first !== undefined && least === 0 ? {} : { omit: [''] },
  )
}

/** The longest text by its description: “max 500 characters”. */
function spokenLength(schema: Schema): number | undefined {
  const words = plainText(schema.description)
  const [, said] =
    /(?:max(?:imum)?|up to)\D{0,20}([\d,]{2,7}) (?:characters|chars)/i.exec(words) ?? []
  const length = Number(said?.replaceAll(',', ''))
  return length >= 10 ? Math.min(length, maxTextLength) : undefined
}

/** A pattern is never executed: it could run endlessly. Those of any text are known. */
const patternsOfText = new Set(['.+', '.*', '\\S', '.*\\S.*', '^(?!\\s*$).+', '[^\\s]'])

function acceptsAnyText({ pattern, format }: Schema): boolean {
  const isForm = typeof format === 'string' && !['text', 'textarea', 'string'].includes(format)
  return !isForm && (pattern === undefined || patternsOfText.has(String(pattern)))
}

/** A list of texts: one in each line. */
export function proposeLines(proposal: Proposal, input: Input, list: Schema, items: Schema): void {
  const least = Math.max(isNumber(items.minLength) ? items.minLength : 0, 0)
  const isPlain = acceptsAnyText(items) && least <= 1 && list.uniqueItems !== true
  if (!isPlain) throw new UnmappableInput('its texts must have a certain form')
  if (isNumber(list.minItems) && list.minItems > 1)
    throw new UnmappableInput('it needs several texts')
  const longest = isNumber(items.maxLength) ? Math.min(items.maxLength, maxTextLength) : undefined
  addField(
    proposal,
    input,
    {
      control: 'text',
      lines: 3,
      ...(input.isRequired && { required: true }),
      ...(longest && { max_length: longest }),
      ...(isNumber(list.maxItems) && { max_lines: Math.max(1, Math.min(100, list.maxItems)) }),
      group: input.isRequired ? 'prompt' : 'advanced',
      ...textsOf(input.path, list),
    },
    { as: 'lines', omit: [''] },
  )
}
