const longest = 60

/** A prompt as the grid shows it: 60 characters and an ellipsis (specification, decisions §7). */
export function snippet(prompt: string): string {
  const characters = [...prompt]
  return characters.length <= longest ? prompt : `${characters.slice(0, longest).join('').trimEnd()}…`
}
