import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importersOf } from './lib/stats.mjs'

const repository = join(import.meta.dirname, '..')

/** The roles of a file of the core, by its place; one imports those before it, never those after. */
const roles = [
  ['rules', /\/(rules|definitions|import|ready)\/|rules\.ts$/],
  ['contract', /\/contract\/|contract\.ts$|^src\/core\/texts\//],
  ['queries', /\/queries\/|queries\.ts$|\/tables\.ts$|^src\/core\/schema\//],
  ['verbs', /^/],
  ['http', /^src\/core\/http\//],
  [
    'routes',
    /\/routes\/|(routes|\/present-[^/]+)\.ts$|^src\/core\/(api|pages)\/|^src\/core\/events\/(?!changes|poll)/,
  ],
]

function roleOf(file) {
  const found = roles.findIndex(([name, files]) => name !== 'verbs' && files.test(file))
  return found < 0 ? roles.findIndex(([name]) => name === 'verbs') : found
}

const subjectOf = (file) => file.split('/')[2] ?? ''
/** `credits routes`. */
const nodeOf = (file) => `${subjectOf(file)} ${roles[roleOf(file)]?.[0]}`

const files = globSync('src/core/**/*.ts', { cwd: repository })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => !name.includes('.test.'))
  .map((name) => ({ name, text: readFileSync(join(repository, name), 'utf8') }))

/** Imports of types, too, and those that a verb makes when it needs them. */
const imports = [...importersOf(files)]
  .filter(([to]) => to.startsWith('src/core/'))
  .flatMap(([to, importers]) => [...importers].map((from) => ({ from, to })))

it('no file of the core imports one of a later role', () => {
  expect(imports.length).toBeGreaterThan(1_000)
  expect(imports.filter(({ from, to }) => roleOf(to) > roleOf(from))).toEqual([])
})

it('no subjects of the core import each other in a circle, role by role', () => {
  const arrows = new Map()
  for (const { from, to } of imports)
    if (nodeOf(from) !== nodeOf(to))
      arrows.set(nodeOf(from), (arrows.get(nodeOf(from)) ?? new Set()).add(nodeOf(to)))
  expect(arrows.size).toBeGreaterThan(50)
  expect([...arrows.keys()].flatMap((node) => circleFrom(node, arrows) ?? [])).toEqual([])
})

/** The way from a node back to it; `undefined`: there is none. */
function circleFrom(start, arrows) {
  const ways = [...(arrows.get(start) ?? [])].map((node) => [start, node])
  const seen = new Set()
  for (const way of ways) {
    const last = way.at(-1) ?? ''
    if (last === start) return way.join(' → ')
    if (seen.has(last)) continue
    seen.add(last)
    ways.push(...[...(arrows.get(last) ?? [])].map((node) => [...way, node]))
  }
  return undefined
}
