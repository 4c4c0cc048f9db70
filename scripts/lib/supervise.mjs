import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './paths.mjs'
import { whenLauncherIsGone } from './watch-launcher.mjs'

/**
 * Runs a program in our place and resolves with its exit code. It shares the terminal, so Ctrl+C reaches it without us;
 * other signals are passed on by closing the channel between us, which also closes when we are killed: either way the
 * program hears `disconnect` and ends in order. A second signal ends it at once.
 */
export function supervise(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options })
  const end = () => {
    if (child.connected) child.disconnect()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => (child.connected ? end() : child.kill('SIGKILL')))
  whenLauncherIsGone(end)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}
