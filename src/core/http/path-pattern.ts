/** Whether a path is this one or, where a star is at its end, below it. */
export function covers(pattern: string, path: string): boolean {
  return pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}
