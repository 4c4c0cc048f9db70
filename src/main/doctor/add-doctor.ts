import type { Command } from 'commander'
import { fail, print } from '#platform/command-line/output.ts'
import { ConfigError, loadEnvironment, readConfig } from '../config.ts'

/** `doctor`. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'Check everything the studio needs, spending nothing; exits 1 when something fails',
    )
    .option('--json', 'print each check as JSON')
    .action(async ({ json: isJson = false }: { json?: boolean }) => {
      const config = configuration()
      if (!config) return
      // The checks need libraries that other commands do not load.
      const { checkAll } = await import('./check-all.ts')
      let failures = 0
      for await (const { name, state, text } of checkAll(config)) {
        if (isJson) print({ name, state, text })
        else console.log(`${marks[state]}  ${name.padEnd(14)}${text}`)
        if (state === 'wrong') failures += 1
      }
      if (failures > 0) fail(`\n${failures} of these must be mended.`)
    })
}

const marks = { right: 'ok  ', unused: '-   ', doubtful: 'note', wrong: 'FAIL' }

function configuration() {
  try {
    return readConfig(loadEnvironment())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.log(`${marks.wrong}  configuration`)
    fail(error.message)
    return null
  }
}
