import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import {
  defineConfig,
  type EnvironmentOptions,
  type Plugin,
  type Rolldown,
  type ViteBuilder,
} from 'vite'
import { prerenderDirectory } from '#core/pages/page-paths-contract.ts'
import { type Language, languages } from '#platform/languages/languages.ts'
import {
  type BuiltLanguages,
  type BuiltPages,
  pageCode,
} from '#web/app/prerender/prerendered-page.ts'
import { compressFiles } from './scripts/lib/compress-files.ts'
import { listLocales } from './scripts/lib/list-locales.ts'

const server = process.env.ATELIER_SERVER ?? 'http://localhost:3000'
/**
 * Ours alone, where several processes may build: `scripts/lib/build-once.mjs` shows it as dist/web
 * when it is whole.
 */
const outDir = process.env.ATELIER_BUILD_DIRECTORY ?? 'dist/web'
/** What prerenders the pages: now, and on a server whose models are not those of the release. */
const drawing = path.join(outDir, prerenderDirectory)

/**
 * Small things that nearly every page has. Each in a file of its own, they would take longer to
 * come than to read.
 */
const together = [
  {
    name: 'base',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(query-core|react-query))\/|app\/no-eval/,
  },
  {
    name: 'common',
    test: /src\/web\/(kinds\.|lib\/|ui\/(controls|feedback|icons|overlays)\/)|compiled\/|texts\/messages\/messages|lucide-react/,
    minShareCount: 3,
  },
  {
    name: 'forms',
    test: /core\/models\/rules\/|web\/shared\/(lazy-part|part-boundary|field-texts)|lib\/upload-store|ui\/files\/file-chooser|app\/samples\/|messages\/(limits|example)_/,
    minShareCount: 2,
  },
]

/** In one language; what has no words in it is the same file in both. */
const pages: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir,
    emptyOutDir: false,
    rolldownOptions: {
      input: [
        'index.html',
        'src/web/app/boot.ts',
        'src/web/app/offline.ts',
        'src/web/service-worker/service-worker.ts',
      ],
      output: { codeSplitting: { groups: together } },
    },
  },
}

listLocales()

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './src/web/messages/project.inlang',
      outdir: './src/web/messages/compiled',
      // The language follows from the path; lib/locale.ts tells the messages which one
      // it is.
      strategy: ['globalVariable', 'baseLocale'],
      outputStructure: 'message-modules',
      emitGitIgnore: false,
      emitPrettierIgnore: false,
      emitReadme: false,
    }),
    messagesOfOneLanguage(),
    sharedMessages(),
    schemasStayOnServer(),
    tailwindcss(),
    react(),
  ],
  publicDir: false,
  build: {
    // Inlined files would need data: in the content security policy, and would not be cached by
    // themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In kB; the largest draws 3D objects, and is loaded with the first one.
    chunkSizeWarningLimit: 700,
    // All of these know light-dark(). Written out for older ones, it would forget elements that are
    // always dark.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
  environments: {
    ...Object.fromEntries(languages.map((language) => [language, pages])),
    prerender: {
      consumer: 'server',
      build: {
        outDir: drawing,
        // In one file, so that what stands in for the browser is there before anything asks for it.
        rolldownOptions: {
          input: 'src/web/app/prerender/prerender.tsx',
          output: { codeSplitting: false },
        },
      },
    },
  },
  builder: { buildApp },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/media', '/demo'].map((path) => [path, { target: server }]),
    ),
  },
})

/**
 * A page has the words of its own language alone: of each compiled message, what chooses between
 * the languages is cut off.
 */
function messagesOfOneLanguage(): Plugin {
  return {
    name: 'messages-of-one-language',
    applyToEnvironment: ({ name }) => languages.some((language) => language === name),
    transform: {
      filter: { id: /messages\/compiled\/messages\/(?!_index)\w+\.js$/ },
      handler(code) {
        const [start, key] = /^export const (\w+) =/m.exec(code) ?? []
        const inLanguage = `${this.environment.name}_${key}`
        if (!start || !code.includes(`const ${inLanguage} =`))
          this.error('This message is compiled in an unknown way')
        return {
          code: `${code.slice(0, code.indexOf(start))}export { ${inLanguage} as ${key} }`,
          map: null,
        }
      },
    },
  }
}

/**
 * The texts that pages share with the API are read one file a language: of these, too, a page has
 * those of its own language alone.
 */
function sharedMessages(): Plugin {
  let isUsed = false
  return {
    name: 'shared-messages',
    buildEnd() {
      if (!isUsed) this.error('The files of the shared texts are not where they were')
    },
    load: {
      filter: {
        id: /src\/(core\/texts\/messages\/(?!messages)\w+|features\/[\w-]+\/ledger-notes)\.ts$/,
      },
      handler(id) {
        isUsed = true
        const name = path.basename(id, '.ts')
        const isOfFeature = name === 'ledger-notes'
        const start = isOfFeature ? 'messages/ledger' : name
        const exported = isOfFeature ? 'ledgerNotes' : `${name}Messages`
        const own = languages.filter((language) => language === this.environment.name)
        const needed = own.length > 0 ? own : languages
        const imports = needed.map(
          (language) => `import ${language} from './${start}.${language}.json'`,
        )
        return `${imports.join('\n')}\nexport const ${exported} = { ${needed.join(', ')} }`
      },
    },
  }
}

/** A schema of a contract would bring all of zod to a page: it is imported as a type alone. */
function schemasStayOnServer(): Plugin {
  return {
    name: 'schemas-stay-on-server',
    applyToEnvironment: ({ name }) => languages.some((language) => language === name),
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.includes('/zod/v4/classic/')))
          this.error(`${chunk.fileName} has a schema of a contract in it`)
    },
  }
}

/** Builds the pages, and draws the forms beforehand: their words are there before any script is. */
async function buildApp({
  build,
  environments: { prerender, ...environments },
}: ViteBuilder): Promise<void> {
  if (!prerender) throw new Error('There is nothing to build')
  await rm(outDir, { recursive: true, force: true })
  await build(prerender)
  const built: Partial<Record<Language, BuiltPages>> = {}
  for (const language of languages) {
    const environment = environments[language]
    if (!environment) throw new Error(`There are no pages in ${language}`)
    const output = (await build(environment)) as Rolldown.RolldownOutput
    // The next language's pages have the same name.
    await rename(path.join(outDir, 'index.html'), path.join(outDir, `${language}.html`))
    const template = await readFile(path.join(outDir, `${language}.html`), 'utf8')
    built[language] = {
      template,
      css: await readStyle(template),
      boot: entryOf('boot.ts', output),
      code: codeOfPages(output),
    }
  }
  await writeFile(path.join(drawing, 'pages.json'), JSON.stringify(built))
  const module = pathToFileURL(path.resolve(drawing, 'prerender.js')).href
  const { prerenderPages }: typeof import('#web/app/prerender/prerender.tsx') = await import(module)
  for await (const { name, html } of prerenderPages(built as BuiltLanguages)) {
    const file = path.join(outDir, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, html)
  }
  await compressFiles(outDir)
}

function codeOfPages(output: Rolldown.RolldownOutput): BuiltPages['code'] {
  const ofFeatures = globSync('src/features/*/web/*-page.tsx').map((file) => {
    return [path.relative('src/features', file), file] as const
  })
  const files = [...Object.entries(pageCode), ...ofFeatures]
  const entries = files.map(([name, file]) => [name, codeOf(file, output)])
  return Object.fromEntries(entries)
}

/** The files of a page's code that its module cannot do without. */
function codeOf(page: string, { output }: Rolldown.RolldownOutput): string[] {
  const chunks = output.filter((file) => file.type === 'chunk')
  const files = new Set<string>()
  const add = (fileName: string) => {
    if (files.has(fileName)) return
    files.add(fileName)
    for (const other of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [])
      add(other)
  }
  for (const { facadeModuleId, fileName } of chunks)
    if (facadeModuleId?.endsWith(page)) add(fileName)
  return [...files]
}

/** The file of a module that is an entry of its own. */
function entryOf(module: string, { output }: Rolldown.RolldownOutput): string {
  const entry = output.find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module),
  )
  if (!entry) throw new Error(`There is no ${module}`)
  return entry.fileName
}

/** The style that a page links to. */
function readStyle(template: string): Promise<string> {
  const [, file = ''] = /<link rel="stylesheet"[^>]* href="\/([^"]*)"/.exec(template) ?? []
  return readFile(path.join(outDir, file), 'utf8')
}
