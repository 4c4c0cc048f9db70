import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown, type ViteBuilder } from 'vite'
import type { DrawnPage } from './src/web/app/prerender/drawn-page.ts'

const server = process.env.ATELIER_SERVER ?? 'http://localhost:3000'
const pages = 'dist/web'
const drawing = 'dist/prerender'

/** Small things that nearly every page has. Each in a file of its own, they would take longer to come than to read. */
const together = [
  { name: 'base', test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(query-core|react-query))\// },
  {
    name: 'common',
    test: /src\/web\/(lib|ui\/controls|ui\/feedback)\/|compiled\/(runtime|registry)|lucide-react/,
    minShareCount: 3,
  },
]

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './src/web/messages/project.inlang',
      outdir: './src/web/messages/compiled',
      // The language follows from the path; lib/preferences/locale.ts tells the messages which one it is.
      strategy: ['globalVariable', 'baseLocale'],
      outputStructure: 'message-modules',
      emitGitIgnore: false,
      emitPrettierIgnore: false,
      emitReadme: false,
    }),
    tailwindcss(),
    react(),
  ],
  publicDir: false,
  build: {
    outDir: pages,
    emptyOutDir: true,
    // Inlined files would need data: in the content security policy, and would not be cached by themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All of these know light-dark(). Written out for older ones, it would forget elements that are always dark.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: together } } } } },
    prerender: {
      consumer: 'server',
      build: {
        outDir: drawing,
        // In one file, so that what stands in for the browser is there before anything asks for it.
        rolldownOptions: { input: 'src/web/app/prerender/prerender.tsx', output: { codeSplitting: false } },
      },
    },
  },
  builder: { buildApp },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/media', '/demo'].map((path) => [path, { target: server }])),
  },
})

/** Builds the pages, and draws the forms beforehand: their words are there before any script is. */
async function buildApp({ build, environments: { client, prerender } }: ViteBuilder): Promise<void> {
  if (!client || !prerender) throw new Error('There is nothing to build')
  const built = (await build(client)) as Rolldown.RolldownOutput
  await build(prerender)
  const { drawPages }: { drawPages(): Promise<DrawnPage[]> } = await import(
    pathToFileURL(path.resolve(drawing, 'prerender.js')).href
  )
  const template = await readFile(path.join(pages, 'index.html'), 'utf8')
  const early = codeOf('form-page.tsx', built).filter((file) => !template.includes(file))
  for (const page of await drawPages()) {
    const file = path.join(pages, `${page.path}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, fillIn(template, page, early))
  }
}

/** The files of a page's code that its module cannot do without. */
function codeOf(page: string, { output }: Rolldown.RolldownOutput): string[] {
  const chunks = output.filter((file) => file.type === 'chunk')
  const files = new Set<string>()
  const add = (fileName: string) => {
    if (files.has(fileName)) return
    files.add(fileName)
    for (const other of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) add(other)
  }
  for (const { facadeModuleId, fileName } of chunks) if (facadeModuleId?.endsWith(page)) add(fileName)
  return [...files]
}

/** Nothing is painted before all is there: on a phone, what comes last stands first. */
const whole = '<link rel="expect" href="#drawn" blocking="render">'

function fillIn(template: string, { lang, title, description, html }: DrawnPage, early: readonly string[]): string {
  const [pictures = ''] = /^(<link [^>]*>)*/.exec(html) ?? []
  const [style = ''] = /<link rel="stylesheet"[^>]*>/.exec(template) ?? []
  const code = early.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return (
    template
      .replace('<html lang="en"', () => `<html lang="${lang}"`)
      .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace(/(name="description" content=")[^"]*/, (_, start) => start + escapeHtml(description))
      // What is seen first comes first, then the code.
      .replace(style, '')
      .replace('<link', () => `${style}\n    ${whole}\n    ${pictures}\n    <link`)
      .replace('</head>', () => `  ${code.join('\n    ')}\n  </head>`)
      .replace(
        '<div id="app"></div>',
        () => `<div id="app" inert>${html.slice(pictures.length)}<span id="drawn" hidden></span></div>`,
      )
  )
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
