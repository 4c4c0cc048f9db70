import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { pinnedNode, toolEnvironment, toolPath } from './paths.mjs'
import { announce, run } from './run.mjs'

/** The one without windows first: the tests show none, and it works about a third less. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The system's ways of installing a Chromium, with a font that has Chinese characters. */
const packageManagers = [
  {
    command: 'apt-get',
    steps: [
      ['update'],
      ['install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk'],
    ],
  },
  { command: 'dnf', steps: [['install', '-y', 'chromium', 'google-noto-sans-cjk-fonts']] },
  { command: 'apk', steps: [['add', 'chromium', 'font-noto-cjk']] },
]

/**
 * Finds a Chromium for the browser tests, installing one when there is none. Null stands for the
 * one that Playwright keeps for itself.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const found = findOnPath()
  if (found) return found

  if (process.getuid?.() === 0)
    await announce('Installing Chromium for the browser tests', installAsRoot)
  return findOnPath() ?? (await installWithPlaywright())
}

function findOnPath() {
  const directories = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => directories.map((directory) => join(directory, name)))
  // It has to run, not just be there: on some systems the name only stands for an advice to install
  // it.
  return candidates.find(
    (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0,
  )
}

async function installAsRoot() {
  const manager = packageManagers.find(
    ({ command }) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0,
  )
  for (const args of manager?.steps ?? []) {
    await run(manager.command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
}

async function installWithPlaywright() {
  const args = [toolPath('@playwright/test', 'playwright'), 'install', 'chromium']
  const code = await run(pinnedNode(), args, { env: toolEnvironment() })
  if (code === 0) return null
  throw new Error(
    'No Chromium was found or could be installed. Install one, or set CHROMIUM_PATH to it.',
  )
}
