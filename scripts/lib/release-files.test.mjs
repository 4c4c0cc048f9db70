import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './paths.mjs'
import { buildPackages, copyRelease } from './release-files.mjs'

it('copies what production imports, and a lockfile that has exactly what that needs', () => {
  const target = mkdtempSync(join(tmpdir(), 'atelier-release-'))
  try {
    copyRelease(root, target)
    const files = readdirSync(target, { recursive: true })
    expect(files).toEqual(
      expect.arrayContaining(['dist/web/en.html', 'src/main/server.ts', 'deploy/bin/atelier']),
    )
    const isOurs = (name) => /^(src|packages|deploy)\/.*\.(ts|mjs)$/.test(name)
    expect(files.filter((name) => /\.test\.(ts|mjs)$|^src\/web|^tests/.test(name))).toEqual([])
    const imported = new Set()
    for (const name of files.filter(isOurs)) {
      const text = readFileSync(join(target, name), 'utf8')
      for (const [, found] of text.matchAll(/^(?!import type).*?(?:from |import\()'([^'.#]+)'/gm))
        imported.add(found.split('/', found.startsWith('@') ? 2 : 1).join('/'))
    }
    expect(buildPackages.filter((name) => imported.has(name))).toEqual([])
    const read = (name) => JSON.parse(readFileSync(join(target, name), 'utf8'))
    const { dependencies, devDependencies } = read('package.json')
    expect(devDependencies).toBe(undefined)
    const { packages } = read('package-lock.json')
    expect(packages[''].dependencies).toEqual(dependencies)
    const locked = Object.keys(packages)
    for (const name of Object.keys(dependencies)) expect(locked).toContain(`node_modules/${name}`)
    const workspaces = readdirSync(join(target, 'packages'))
    expect(workspaces).not.toContain('client')
    for (const path of workspaces)
      expect(locked).toContain(`node_modules/${read(`packages/${path}/package.json`).name}`)
    for (const name of ['react', 'vite', 'vitest', '@biomejs/biome'])
      expect(locked).not.toContain(`node_modules/${name}`)
    expect(Object.entries(packages).filter(([, { dev }]) => dev)).toEqual([])
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
})
