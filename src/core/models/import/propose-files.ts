import { textsOf } from './input-texts.ts'
import type { Schema } from './json-schema.ts'
import { type FileContent, fileContentOf } from './media.ts'
import { addField, type Input, type Proposal, UnmappableInput } from './proposal.ts'
import { proposeLines, proposeText } from './propose-text.ts'

/** The most files of a list that does not say. */
const usualFiles = 10

/** The most files of any list. */
export const maxFiles = 20

/** A text, or the address of a file. */
export function proposeString(proposal: Proposal, input: Input, schema: Schema): void {
  const content = fileContentOf(input.path.at(-1) ?? '', schema)
  if (content === null) proposeText(proposal, input, schema)
  else if (content === 'other' && input.isRequired)
    // A file that a form cannot upload, such as weights, is asked for by its address.
    proposeText(proposal, input, { ...schema, format: undefined })
  else proposeFile(proposal, input, schema, content)
}

function proposeFile(proposal: Proposal, input: Input, schema: Schema, content: FileContent): void {
  const { isRequired, path } = input
  addField(
    proposal,
    input,
    {
      control: 'file',
      accept: acceptOf(content, schema),
      ...(isRequired && { required: true }),
      group: 'inputs',
      ...textsOf(path, schema),
    },
    isRequired ? {} : { omit: [''] },
  )
}

function acceptOf(content: FileContent, { pattern }: Schema): 'image' | 'video' | 'audio' {
  if (content === 'other') throw new UnmappableInput('its file is not an image, a video or audio')
  const isWeb = pattern === undefined || /^\^?\(?https?\??:?/.test(String(pattern))
  if (!isWeb) throw new UnmappableInput('its address must have a certain form')
  return content
}

/** Returns the fewest entries of a list. */
export const leastOf = ({ minItems }: Schema) => (typeof minItems === 'number' ? minItems : 0)

/** A list of texts, or of files. */
export function proposeStrings(proposal: Proposal, input: Input, list: Schema, item: Schema): void {
  const name = input.path.at(-1) ?? ''
  const content = fileContentOf(name, { ...item, ...textsAndHints(list, item) })
  if (content === null) proposeLines(proposal, input, list, item)
  else proposeFiles(proposal, input, { list, item, content })
}

function proposeFiles(
  proposal: Proposal,
  input: Input,
  { list, item, content }: { list: Schema; item: Schema; content: FileContent },
): void {
  const least = leastOf(list)
  if (!input.isRequired && least > 1) throw new UnmappableInput('it needs several files or none')
  const most = typeof list.maxItems === 'number' ? list.maxItems : Math.max(least, usualFiles)
  if (most < 1 || least > maxFiles) throw new UnmappableInput('a form cannot hold so many files')
  const min = Math.max(least, input.isRequired ? 1 : 0)
  addField(
    proposal,
    input,
    {
      control: 'files',
      accept: acceptOf(content, item),
      ...(min > 0 && { min }),
      max: Math.min(most, maxFiles),
      group: 'inputs',
      ...textsOf(input.path, list),
    },
    // An empty list is not sent; the field's own name is filled in when it is known.
    min > 0 ? {} : { when: { field: '', filled: true } },
  )
}

const textsAndHints = (list: Schema, item: Schema): Schema => ({
  title: list.title ?? item.title,
  description: list.description ?? item.description,
  examples: [list.examples].flat(2),
  _fal_ui_field: item._fal_ui_field ?? list._fal_ui_field,
  ui: item.ui ?? list.ui,
})
