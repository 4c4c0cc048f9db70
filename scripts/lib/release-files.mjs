import { cpSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What only builds the pages or is built into them: a release has the pages and installs none of it. */
export const buildPackages = [
  '@fontsource-variable/geist',
  '@inlang/paraglide-js',
  '@inlang/plugin-message-format',
  '@tailwindcss/vite',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  '@vitejs/plugin-react',
  'bowser',
  'idb-keyval',
  'lightningcss',
  'react',
  'react-dom',
  'recharts',
  'tailwindcss',
  'vite',
  'zustand',
]

const rootFiles = ['.env.example', '.npmrc', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md']
const folders = ['deploy', 'docs', 'src']
const excluded =
  /^(src\/web|src\/features\/[\w-]+\/(web|messages\/pages|(security-matrix|mutations|growth-queries|test-support)\.ts)|deploy\/studio\.env|docs\/images)$|(^|\/)node_modules$|\.(test|spec|bench)\.(ts|mjs)$/

/**
 * Copies what runs in production, with the built pages, from a repository to an empty directory. Its
 * package.json names no build or development packages, nor has it their workspaces; its lockfile has the versions of the
 * repository's.
 */
export function copyRelease(root, target) {
  for (const file of rootFiles) cpSync(join(root, file), join(target, file))
  const manifest = productionManifest(readJson(join(root, 'package.json')))
  const workspaces = readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((path) => readJson(join(root, path, 'package.json')).name in manifest.dependencies)
  for (const folder of [...folders, ...workspaces])
    cpSync(join(root, folder), join(target, folder), {
      recursive: true,
      filter: (source) => !excluded.test(relative(root, source)),
    })
  cpSync(realpathSync(join(root, 'dist/web')), join(target, 'dist/web'), { recursive: true })
  writeJson(join(target, 'package.json'), manifest)
  for (const workspace of workspaces) {
    const file = join(target, workspace, 'package.json')
    const { devDependencies, ...rest } = readJson(file)
    writeJson(file, rest)
  }
  const lock = readJson(join(root, 'package-lock.json'))
  writeJson(join(target, 'package-lock.json'), productionLock(lock, manifest, workspaces))
}

function productionManifest({ devDependencies, scripts, dependencies, ...rest }) {
  return { ...rest, dependencies: without(dependencies, buildPackages) }
}

/** The lockfile without the packages that nothing of this manifest or the workspaces needs. */
function productionLock(lock, manifest, workspaces) {
  const { dependencies, optionalDependencies } = manifest
  const all = { ...lock.packages, '': { ...lock.packages[''], dependencies } }
  delete all[''].devDependencies
  for (const path of workspaces) {
    const { devDependencies, ...rest } = all[path]
    all[path] = rest
  }
  const needed = new Set(['', ...workspaces])
  const queue = [...needed]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const entry = all[path]
    for (const name of dependencyNames(entry)) {
      const found = resolve(all, path, name)
      if (found === undefined || needed.has(found)) continue
      needed.add(found)
      queue.push(found)
    }
  }
  const packages = Object.fromEntries(Object.entries(all).filter(([path]) => needed.has(path)))
  return {
    ...lock,
    packages: { ...packages, '': { ...all[''], dependencies, optionalDependencies } },
  }
}

/** The packages an entry brings with it: a peer that it can do without is none. */
function dependencyNames({ dependencies, optionalDependencies, peerDependencies, ...entry }) {
  const { peerDependenciesMeta: peers = {} } = entry
  const required = Object.keys(peerDependencies ?? {}).filter((name) => !peers[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...required]
}

/** Where Node finds a package from this path of the lockfile; undefined where it is not installed. */
function resolve(packages, from, name) {
  for (let base = from; ; base = base.replace(/(^|\/)[^/]*$/, '')) {
    const path = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`
    if (path in packages) return path
    if (base === '') return undefined
  }
}

function without(record, names) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
