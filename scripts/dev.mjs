import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode, root, toolEnvironment, toolPath } from './lib/paths.mjs'
import { main, say } from './lib/run.mjs'

const server = `http://localhost:${process.env.PORT ?? 3000}`
const pagePort = process.env.DEV_PORT ?? '5173'
const page = `http://localhost:${pagePort}`

// The product with reload on change: the server restarts, the page is updated in place.
await main(async () => {
  await ensureInstalled({ forDevelopment: true })
  say(`Open ${page} once both are ready (the server behind it is ${server})`)
  const children = [
    node(['--watch', '--watch-preserve-output', 'src/main/server.ts'], {
      PUBLIC_URL: process.env.PUBLIC_URL ?? page,
    }),
    node([toolPath('vite'), '--port', pagePort], { ATELIER_SERVER: server }),
  ]
  const endAll = () => children.forEach((child) => void child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)
  const ends = children.map((child) => once(child, 'exit'))
  // One is of no use without the other.
  await Promise.race(ends)
  endAll()
  await Promise.all(ends)
})

function node(args, environment) {
  return spawn(pinnedNode(), args, {
    cwd: root,
    stdio: 'inherit',
    env: toolEnvironment(environment),
  })
}
