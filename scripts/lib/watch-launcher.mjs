import { readFileSync } from 'node:fs'

const interval = 500

/**
 * Calls the listener once npm, which started us, is gone. A signal to npm ends npm and its shell
 * but does not reach what the shell runs, so the only sign is that our parents change. Does nothing
 * when we were started without npm.
 */
export function whenLauncherIsGone(listener) {
  if (!process.env.npm_lifecycle_event) return
  const { ppid } = process
  const npm = parentOfShell(ppid)
  const timer = setInterval(() => {
    if (process.ppid === ppid && parentOfShell(ppid) === npm) return
    clearInterval(timer)
    listener()
  }, interval)
  timer.unref()
}

/** The process that runs this shell; null when it is no shell, or on systems without /proc. */
function parentOfShell(pid) {
  try {
    const [, name, parent] =
      /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === 'sh' ? Number(parent) : null
  } catch {
    return null
  }
}
