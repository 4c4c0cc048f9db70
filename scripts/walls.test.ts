import { execFile } from 'node:child_process'
import { copyFile, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const repository = join(import.meta.dirname, '..')

/** For each room, imports that are its own business and imports that breach a wall. */
const rooms: Record<string, { allowed: string[]; breaches: string[] }> = {
  'platform/database': {
    allowed: ['kysely', 'pg', 'node:fs', 'node:fs/promises', '../tables.ts'],
    breaches: ['hono', '#core/schema/tables.ts', '#providers/x.ts', '#platform/storage/storage.ts'],
  },
  'platform/storage': {
    allowed: ['node:fs/promises', './storage.ts'],
    breaches: ['kysely', '#core/x.ts', '../database/x.ts', '#providers/provider.ts'],
  },
  'platform/command-line': {
    allowed: ['commander', 'node:os', './output.ts'],
    breaches: ['kysely', '#core/x/x.ts', '#main/config.ts'],
  },
  'platform/telemetry': {
    allowed: ['node:async_hooks', './request-id.ts'],
    breaches: ['@opentelemetry/api', 'node:fs', '#core/x/x.ts'],
  },
  'platform/languages': {
    allowed: ['./own.ts'],
    breaches: ['node:fs', 'zod', '#core/texts/messages/app.ts'],
  },
  'core/models/rules': {
    allowed: ['zod/mini', './model.ts', '../import/x.ts', '#core/media/rules/x.ts'],
    breaches: [
      'zod',
      'node:fs',
      'react',
      'kysely',
      '../queries.ts',
      '../change-model.ts',
      '../contract/models.ts',
      '../../media/rules/x.ts',
      '#core/media/contract/x.ts',
      '#core/media/stored-files.ts',
      '#platform/database/database.ts',
    ],
  },
  'core/credits/contract': {
    allowed: ['zod', '@hono/zod-openapi', '../rules/x.ts', '#core/media/contract/x.ts'],
    breaches: ['hono', 'node:crypto', '../queries/x.ts', '#core/media/x.ts', '#core/schema/x.ts'],
  },
  'core/credits/queries': {
    allowed: [
      'kysely',
      '../rules/x.ts',
      '#core/media/queries/x.ts',
      '#core/schema/tables.ts',
      '#platform/database/database.ts',
    ],
    breaches: [
      'hono',
      '../contract/x.ts',
      '../change-credits.ts',
      '#core/media/contract/x.ts',
      '#core/media/x.ts',
      '#providers/x.ts',
      '#platform/storage/storage.ts',
      '#features/x/queries.ts',
      '../../media/queries/x.ts',
      '../../../features/x/queries.ts',
    ],
  },
  'core/credits/routes': {
    allowed: ['hono', 'hono/cookie', '../contract/x.ts', '../x.ts', '#core/media/x.ts'],
    breaches: [
      'kysely',
      'pg',
      '../queries/x.ts',
      '#core/media/queries/x.ts',
      '#core/mail/queries.ts',
      '#core/schema/tables.ts',
      '#platform/database/database.ts',
      '#providers/provider.ts',
      '#platform/storage/storage.ts',
      '#features/x/routes.ts',
    ],
  },
  // Beside verbs, a name says the role.
  'core/credits/*-rules': {
    allowed: ['zod/mini', './x-rules.ts', './rules/x.ts', '#core/media/x-rules.ts'],
    breaches: ['zod', 'kysely', './x.ts', './x-contract.ts', './x-queries.ts', './x-routes.ts'],
  },
  'core/credits/*-contract': {
    allowed: ['zod', './x-rules.ts', './contract.ts', '#core/media/x-contract.ts'],
    breaches: [
      'hono',
      './x.ts',
      './tables.ts',
      './x-queries.ts',
      './x-routes.ts',
      './present-x.ts',
    ],
  },
  'core/credits/*-queries': {
    allowed: ['kysely', './tables.ts', './rules.ts', './x-queries.ts', '#core/media/x-queries.ts'],
    breaches: ['hono', './x.ts', './x-contract.ts', './x-routes.ts', './present-x.ts'],
  },
  'core/credits/present-*': {
    allowed: ['hono', './x.ts', './x-contract.ts', '#core/media/present-x.ts'],
    breaches: ['kysely', './x-queries.ts', '#core/media/x-queries.ts'],
  },
  'core/credits': {
    allowed: [
      'sharp',
      './rules/x.ts',
      './queries/x.ts',
      '#core/media/x.ts',
      '#core/media/queries/x.ts',
      '#platform/telemetry/x.ts',
      '#platform/database/database.ts',
      '#platform/storage/storage.ts',
      '#providers/provider.ts',
    ],
    breaches: [
      '#testing/x.ts',
      '../../../tests/support/x.ts',
      'kysely',
      'pg',
      'hono',
      './routes/x.ts',
      './x-routes.ts',
      './present-x.ts',
      '#core/media/present-x.ts',
      '../media/x.ts',
      '#core/media/routes/x.ts',
      '#core/accounts/routes/approval-routes.ts',
      '#core/accounts/sign-in/routes/x.ts',
      '#core/api/app.ts',
      '#providers/fal/fal.ts',
      '#platform/storage/local-storage.ts',
      '#features/x/rules.ts',
      '../../features/x/rules.ts',
    ],
  },
  'core/api': {
    allowed: ['hono', '#core/credits/routes/x.ts', '#core/credits/x.ts'],
    breaches: [
      'kysely',
      '#core/credits/queries/x.ts',
      '#platform/database/x.ts',
      '#features/x/x.ts',
    ],
  },
  providers: {
    allowed: [
      'openid-client',
      'node:timers/promises',
      '#platform/telemetry/x.ts',
      '#core/models/rules/x.ts',
      '#core/mail/rules.ts',
    ],
    breaches: [
      'kysely',
      'pg',
      '#platform/database/x.ts',
      '#core/mail/queries.ts',
      '#core/mail/send-mails.ts',
      '#platform/storage/storage.ts',
      '@atelier/fal-emulator',
    ],
  },
  'packages/client': {
    allowed: ['./http.ts'],
    breaches: ['node:fs', 'undici', '#core/x/contract.ts', '../../../src/core/x/contract.ts'],
  },
  'packages/demo-world': {
    allowed: ['oidc-provider', 'sharp', 'hono', 'node:http', '../own.ts'],
    breaches: [
      'kysely',
      '@atelier/fal-emulator',
      '#core/models/rules/x.ts',
      '../../../src/core/x.ts',
    ],
  },
  'packages/fal-emulator': {
    allowed: ['sharp', 'hono', 'node:http', '@atelier/demo-world/images'],
    breaches: [
      'kysely',
      'oidc-provider',
      '#core/models/rules/x.ts',
      '../../../src/core/x.ts',
      '../../demo-world/src/x.ts',
    ],
  },
  'web/ui': {
    allowed: ['react', 'zustand', './button.tsx'],
    breaches: [
      'node:fs',
      '@tanstack/react-query',
      '#core/x/contract/x.ts',
      '#web/lib/x.ts',
      '#core/models/rules/x.ts',
    ],
  },
  'web/lib': {
    allowed: [
      'react',
      'zustand',
      '@tanstack/react-query',
      '#core/x/contract/x.ts',
      '#web/messages/x.js',
    ],
    breaches: [
      'node:fs',
      '#core/x/x.ts',
      '#core/x/queries.ts',
      '#web/ui/x.tsx',
      '#web/history/x.tsx',
    ],
  },
  'web/shared': {
    allowed: [
      'react',
      '#web/ui/x.tsx',
      '#web/lib/x.ts',
      '#core/x/contract/x.ts',
      '#core/x/rules.ts',
    ],
    breaches: ['node:fs', '#web/history/x.tsx', '#web/app/x.tsx', '#core/x/x.ts'],
  },
  'web/create': {
    allowed: [
      'react',
      'zustand',
      '#web/kinds.ts',
      '#web/shared/x.tsx',
      '#web/ui/x.tsx',
      '#web/lib/x.ts',
      '#core/x/contract/x.ts',
      '#core/x/rules.ts',
    ],
    breaches: [
      'node:fs',
      '#web/history/x.tsx',
      '../history/x.tsx',
      '#web/app/x.tsx',
      '#core/x/x.ts',
      '#core/api/app.ts',
    ],
  },
  'web/app': {
    allowed: ['react', 'zustand', '@tanstack/react-router', '#web/create/x.tsx', '#web/ui/x.tsx'],
    breaches: ['node:fs', 'hono', '#core/x/x.ts', '#core/x/queries.ts', '#core/api/app.ts'],
  },
  features: {
    allowed: [
      './presets/index.ts',
      '#core/http/env.ts',
      '#core/schema/schema.ts',
      '#core/parts.ts',
    ],
    breaches: ['hono', 'kysely', '#core/api/app.ts', '#web/routes.ts', '#main/server.ts'],
  },
  'features/notes': {
    allowed: [
      './contract.ts',
      '../feature.ts',
      '#core/x/x.ts',
      '#core/x/rules.ts',
      '#features/presets/public.ts',
      '#features/presets/contract.ts',
      'uuid',
    ],
    breaches: [
      'kysely',
      'hono',
      '#core/http/env.ts',
      '#web/lib/x.ts',
      '#features/presets/presets.ts',
      '#features/presets/web/preset.tsx',
      '#features/presets/web/public.tsx',
      '../presets/queries.ts',
      '../presets/public.ts',
      '../../core/x/x.ts',
      '#testing/x.ts',
    ],
  },
  'features/notes/migrations': {
    allowed: ['kysely', '#core/x/queries.ts'],
    breaches: ['#core/x/x.ts', '#core/api/x.ts', '../../presets/queries.ts', '#web/x.ts'],
  },
  'features/notes/web': {
    allowed: [
      'react',
      '../contract.ts',
      '../rules.ts',
      '#web/lib/x.ts',
      '#core/x/contract/x.ts',
      '#features/presets/web/public.tsx',
    ],
    breaches: [
      '../queries.ts',
      '../../presets/web/preset.ts',
      '#features/presets/web/preset.tsx',
      '#features/presets/public.ts',
      '#core/x/x.ts',
      'kysely',
      'node:fs',
    ],
  },
  'features/notes/web/tools': {
    allowed: ['react', './x.ts', '../document/x.ts', '../../contract.ts', '../../rules.ts'],
    breaches: [
      '../editor-page.tsx',
      '../../queries.ts',
      '../../../presets/web/preset.ts',
      '#core/x/x.ts',
    ],
  },
  main: {
    allowed: ['pino', 'node:fs', '#core/x/queries.ts', '#core/x/x.ts', '@atelier/demo-world/x'],
    breaches: ['../platform/database/x.ts', '../core/x/x.ts'],
  },
  'a-room-without-a-row': {
    allowed: ['./own.ts'],
    breaches: [
      'node:fs',
      'zod',
      '#core/models/rules/x.ts',
      '#core/x/queries.ts',
      '../core/models/rules/x.ts',
    ],
  },
}

const plants = Object.entries(rooms).flatMap(([room, { allowed, breaches }]) => [
  ...allowed.map((module) => ({ room, module, isBreach: false })),
  ...breaches.map((module) => ({ room, module, isBreach: true })),
])
/** A room, or the names of files in one. */
const fileOf = (index: number, room: string) => {
  const name = `plant-${index}`
  if (room.startsWith('packages/')) return `${room}/src/${name}.ts`
  return `src/${room.includes('*') ? room.replace('*', name) : `${room}/${name}`}.ts`
}

describe('the walls between the rooms', () => {
  let copy: string
  let refused: Set<string>

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'atelier-walls-'))
    for (const name of ['biome.jsonc', '.gitignore'])
      await copyFile(join(repository, name), join(copy, name))
    for (const [index, { room, module }] of plants.entries()) {
      const file = join(copy, fileOf(index, room))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `import { plant } from '${module}'\nexport const planted = plant\n`)
    }
    refused = await lint(copy)
  })

  afterAll(() => rm(copy, { recursive: true }))

  it.each(plants.map((plant, index) => ({ ...plant, index })))(
    '$room importing $module',
    ({ room, index, isBreach }) => {
      expect(refused.has(fileOf(index, room))).toBe(isBreach)
    },
  )
})

describe('development packages', () => {
  let copy: string
  let refused: Set<string>
  const files = {
    'src/main/plant.ts': true,
    'src/main/plant.test.ts': false,
    'scripts/lib/plant.mjs': true,
    'vite.config.ts': true,
    'vitest.config.ts': false,
    'tests/support/plant.ts': false,
  }

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'atelier-walls-'))
    for (const name of ['biome.jsonc', '.gitignore', 'package.json'])
      await copyFile(join(repository, name), join(copy, name))
    for (const name of Object.keys(files)) {
      await mkdir(dirname(join(copy, name)), { recursive: true })
      await writeFile(join(copy, name), `import { plant } from 'vitest'\nexport default plant\n`)
    }
    refused = await lint(copy, 'correctness/noUndeclaredDependencies')
  })

  afterAll(() => rm(copy, { recursive: true }))

  it.each(Object.entries(files))('imported by %s: refused = %s', (name, isRefused) => {
    expect(refused.has(name)).toBe(isRefused)
  })
})

// The bundler does not leave out unused schemas: one such import would bring all of zod into the page.
it('pages import only the types of contract files with schemas', async () => {
  const schemas = await filesWith('src/core', /^import .* from 'zod'$/m)
  const files = schemas.map((file) => file.replace(/^src\//, '#'))
  expect(files).toContain('#core/settings/contract/settings.ts')
  const valueImport = /^import (?!type )[^']* from '(?<from>[^']+)'$/gm
  const breaches: string[] = []
  for (const file of await filesWith('src/{web,features/*/web}', valueImport))
    for (const { groups } of (await read(file)).matchAll(valueImport))
      if ([...files, 'zod'].includes(groups?.from ?? '')) breaches.push(`${file}: ${groups?.from}`)
  expect(breaches).toEqual([])
})

const read = (file: string) => readFile(join(repository, file), 'utf8')

/** Files below a directory, tests left out, in which a pattern is found. */
async function filesWith(directory: string, pattern: RegExp): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(`${directory}/**/*.{ts,tsx}`, { cwd: repository }))
    if (!file.includes('.test.') && (await read(file)).search(pattern) >= 0) found.push(file)
  return found
}

/** The files in which the linter finds a breach of a rule. */
async function lint(directory: string, rule = 'style/noRestrictedImports'): Promise<Set<string>> {
  const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'lint', `--only=${rule}`, '--reporter=json', '--max-diagnostics=none', '.']
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: directory, maxBuffer: 2 ** 26 }, (_error, stdout) =>
      resolve(stdout),
    )
  })
  const { diagnostics } = JSON.parse(output) as { diagnostics: { location: { path: string } }[] }
  return new Set(
    diagnostics.map(({ location }) => location.path.replaceAll('\\', '/').replace(/^\.\//, '')),
  )
}
