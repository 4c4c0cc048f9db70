import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/**
 * Runs a program and resolves with its exit code. What it says goes to standard error, unless
 * `stdio` is given.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a program quietly and resolves with its exit code and everything it said. */
export function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Says something to the person, beside the command's own output. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Says what takes a while, does it, and says how long it took. */
export async function announce(what, work) {
  say(`${what} …`)
  const start = performance.now()
  await work()
  say(`  done in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/** Runs a script's main function; prints a failure as a message without a stack. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
