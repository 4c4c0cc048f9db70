import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.ATELIER_SERVER ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './src/web/messages/project.inlang',
      outdir: './src/web/messages/compiled',
      // The language follows from the path; lib/locale.ts tells the messages which one it is.
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
    outDir: 'dist/web',
    emptyOutDir: true,
    // Inlined files would need data: in the content security policy, and would not be cached by themselves.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All of these know light-dark(). Written out for older ones, it would forget elements that are always dark.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/media', '/demo'].map((path) => [path, { target: server }])),
  },
})
