import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findLicenceFaults, productionLicences } from './find-licence-faults.mjs'
import { inRepository } from './paths.mjs'

it('names packages for production without a licence or with one that is not allowed', () => {
  const packages = {
    '': { license: 'MIT' },
    'node_modules/fine': { license: 'MIT' },
    'node_modules/both': { license: 'Apache-2.0 AND LGPL-3.0-or-later' },
    'node_modules/choice': { license: '(MIT OR GPL-3.0)' },
    'node_modules/a/node_modules/@x/copyleft': { license: 'MIT AND AGPL-3.0' },
    'node_modules/none': {},
    'node_modules/tool': { license: 'GPL-3.0', dev: true },
    'node_modules/@atelier/own': { link: true },
  }
  expect(findLicenceFaults({ packages })).toEqual([
    '@x/copyleft: MIT AND AGPL-3.0',
    'none: no licence',
  ])
})

it('finds nothing in the lockfile, which it reads whole', () => {
  const lockfile = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'))
  expect(productionLicences(lockfile).length).toBeGreaterThan(200)
  expect(findLicenceFaults(lockfile)).toEqual([])
})
