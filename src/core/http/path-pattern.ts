/** Whether a path is this one or, where a star is at its end, below it. */
export function covers(pattern: string, path: string): boolean {
  return pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

/**
 * A path below one of these patterns with single slashes: programs double one where the address that
 * a person gave them ends with a slash. Any other path stays as it is.
 */
export function withoutDoubledSlashes(path: string, patterns: readonly string[]): string {
  if (!path.includes('//')) return path
  const plain = path.replaceAll(/\/{2,}/g, '/')
  return patterns.some((pattern) => covers(pattern, plain)) ? plain : path
}
