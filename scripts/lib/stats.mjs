import path from 'node:path'

/** The files of code among these: no tests, no fixtures, nothing generated. */
export function codeFiles(files) {
  return files.filter(
    (file) =>
      /\.(ts|tsx|mjs)$/.test(file) && !/\.(test|d)\.|\/testing\/|\/api-types\.ts$/.test(file),
  )
}

/** The value that a share of sorted numbers does not exceed. */
export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const specifier = /(?:from|import\()\s*'(#|\.{1,2}\/)([^']+)'/g

/** By file: which of the files import it. */
export function importersOf(files) {
  const importers = new Map()
  for (const { name, text } of files) {
    for (const [, start, rest] of text.matchAll(specifier)) {
      const target = start === '#' ? `src/${rest}` : path.join(path.dirname(name), start + rest)
      if (!importers.has(target)) importers.set(target, new Set())
      importers.get(target).add(name)
    }
  }
  return importers
}
