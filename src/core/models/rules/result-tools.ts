import type { Definition } from './definition.ts'
import type { Medium } from './kinds.ts'

/** What a model can do to a finished result with one press. */
export const resultTools = ['upscale', 'remove-background', 'depth-map', 'pose'] as const
export type ResultTool = (typeof resultTools)[number]

/** A model as a tool: the medium that it works on, and the field that takes the file. */
export type ToolUse = { tool: ResultTool; medium: Medium; field: string }

/**
 * Returns the medium and the field of a tool: the only input that must be given is one file, and the
 * result is of the same medium. `undefined` for any other definition, which can be no tool.
 */
export function toolInput({
  fields,
  result,
}: Pick<Definition, 'fields' | 'result'>): Omit<ToolUse, 'tool'> | undefined {
  const required = Object.entries(fields).filter(
    ([, field]) =>
      ('required' in field && field.required) || (field.control === 'files' && field.min),
  )
  const [name, field] = required[0] ?? []
  if (required.length !== 1 || !name || field?.control !== 'file') return undefined
  const medium = field.accept === 'video-or-gif' ? 'video' : field.accept
  return result === (medium === 'image' ? 'images' : medium) ? { medium, field: name } : undefined
}
