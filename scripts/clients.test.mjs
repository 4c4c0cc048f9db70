import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

it('the table of clients has the versions that are tested', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'))
  const installed = { ...dependencies, ...devDependencies }
  const rows = read('docs/clients.md').matchAll(/^\| (`.*?) \| ([\d., ]+) \|/gm)
  const packages = [...rows].flatMap(([, client = '', versions = '']) => {
    const names = [...client.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
    const isPython = client.includes('Python')
    return isPython ? [] : names.map((name, place) => [name, versions.split(', ')[place]])
  })
  expect(packages.length).toBeGreaterThan(8)
  expect(packages).toEqual(packages.map(([name]) => [name, installed[name]]))
})
