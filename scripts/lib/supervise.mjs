import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './paths.mjs'
import { whenLauncherIsGone } from './watch-launcher.mjs'

/**
 * Runs a program in our place and resolves with its exit code. It shares the terminal, so Ctrl+C
 * reaches it without us; other signals are passed on by closing the channel between us, which also
 * closes when we are killed: either way the program hears `disconnect` and ends in order. A second
 * signal ends it at once, unless it is the same wish heard twice: npm passes on what the whole
 * group was sent.
 */
export function supervise(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    ...options,
  })
  let asked
  const end = () => {
    if (child.connected) child.disconnect()
  }
  const hear = () => {
    if (asked !== undefined && performance.now() - asked > sameRequest) child.kill('SIGKILL')
    asked ??= performance.now()
    end()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, hear)
  whenLauncherIsGone(end)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/**
 * In ms: what npm and a terminal or systemd send is a moment apart, what a person presses again is
 * later.
 */
const sameRequest = 1_000
