/**
 * Every part begins with a letter or digit: no `..`, no hidden names, nothing that an address would
 * have to escape.
 */
const safeKey = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i

/** The key itself. Throws when it is none; keys are ours, so this is a mistake of the program. */
export function checkKey(key: string): string {
  if (!safeKey.test(key) || key.length > 512) throw new Error(`Not a storage key: ${key}`)
  return key
}
