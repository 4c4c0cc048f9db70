/** `replaced`: the server was updated and no longer has the files of this page's build. */
export type BuildState = 'current' | 'replaced' | 'unreachable'

/** How long the server may take to answer, in ms. */
const timeoutMs = 10_000

/**
 * Asks the server whether it still has the build that this page came from. The entry script's name
 * changes with every file of a build, so it alone tells.
 */
export async function checkBuild(): Promise<BuildState> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  if (!entry) return 'current'
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { ok, status } = await fetch(entry, { method: 'HEAD', cache: 'no-store', signal })
    if (ok) return 'current'
    return status === 404 ? 'replaced' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}
