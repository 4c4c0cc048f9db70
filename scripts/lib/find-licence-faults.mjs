/** Licences under which a package may be shipped and used by an operator without further conditions. */
const allowed = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...['CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1', 'Unlicense', 'Zlib'],
  // Used unchanged and replaceable: a library beside the product, or a file of its own.
  ...['LGPL-3.0', 'LGPL-3.0-or-later', 'MPL-2.0'],
])

/**
 * Packages whose lockfile entry names no licence, with that of their repository
 * (docs/security.md#components-and-licences).
 */
const undeclared = new Map([
  ['@inlang/plugin-message-format', 'MIT'],
  ['sqlite-wasm-kysely', 'MIT'],
])

/** The licences of what a lockfile installs for production, by package. */
export function productionLicences({ packages }) {
  return Object.entries(packages)
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.dev && !entry.link)
    .map(([place, { license }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, licence: license ?? licenceOf(name) ?? null }
    })
}

/** Binaries of a package for one platform have the licence of that package. */
function licenceOf(name) {
  return name.startsWith('@tailwindcss/oxide-') ? 'MIT' : undeclared.get(name)
}

/** The packages for production that have no licence, or one that is not allowed. */
export function findLicenceFaults(lockfile) {
  return productionLicences(lockfile)
    .filter(({ licence }) => licence === null || !isAllowed(licence))
    .map(({ name, licence }) => `${name}: ${licence ?? 'no licence'}`)
}

/** All parts of an “AND” must be allowed, one of an “OR”. */
function isAllowed(expression) {
  const plain = expression.replaceAll(/[()]/g, ' ')
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowed.has(part.trim())))
}
