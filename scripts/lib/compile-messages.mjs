import { inRepository, pinnedNode, toolEnvironment, toolPath } from './paths.mjs'
import { capture } from './run.mjs'

/** Makes the messages' typed functions, as the web build does; types and tests need them. */
export async function compileMessages() {
  const env = toolEnvironment()
  const listed = await capture(pinnedNode(), [inRepository('scripts/lib/list-locales.ts')], { env })
  if (listed.code !== 0) return listed
  const places = [
    '--project',
    'src/web/messages/project.inlang',
    '--outdir',
    'src/web/messages/compiled',
  ]
  const bare = ['--no-emit-git-ignore', '--no-emit-prettier-ignore', '--no-emit-readme', '--silent']
  const args = ['compile', ...places, ...bare, '--strategy', 'globalVariable', 'baseLocale']
  const tool = toolPath('@inlang/paraglide-js', 'paraglide-js')
  return capture(pinnedNode(), [tool, ...args], { env })
}
