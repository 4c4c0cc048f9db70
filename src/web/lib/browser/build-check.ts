/** `replaced`: the server was updated and no longer has the files of this page's build. */
export type BuildState = 'current' | 'replaced' | 'unreachable'

/** How long the server may take to answer, in ms. */
const timeoutMs = 10_000

/**
 * Checks whether the server still has the build of this page. The entry script's name changes with
 * every file of a build, so a request for it is enough.
 */
export async function checkBuild(): Promise<BuildState> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const entry = script?.dataset.app ?? script?.src
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
