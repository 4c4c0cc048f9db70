/**
 * A prompt cut after `longest` characters with an ellipsis: 60 in grids, 100 in lists, 150 for
 * sound (docs/spec/creation.md#models).
 */
export function snippet(prompt: string, longest = 60): string {
  const characters = [...prompt]
  return characters.length <= longest
    ? prompt
    : `${characters.slice(0, longest).join('').trimEnd()}…`
}
