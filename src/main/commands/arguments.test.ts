import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadFeatureCommands } from '#features/contributions.ts'
import { repository } from '#testing/product.ts'
import { createProgram } from './program.ts'

/** Returns all commands without subcommands, each with its words. */
function leavesOf(command: Command, words: string[] = []): [line: string, command: Command][] {
  if (command.commands.length === 0) return [[words.join(' '), command]]
  return command.commands.flatMap((child) => leavesOf(child, [...words, child.name()]))
}

const added = await loadFeatureCommands()
const leaves = leavesOf(createProgram(added))
const coreLeaves = leavesOf(createProgram([]))

// A command that is accepted by mistake must not reach a database.
beforeEach(() => {
  vi.stubEnv('ENV_FILE', '')
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:9/none')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** Returns the error message of an invalid command. */
async function complaint(line: string, ...rest: string[]): Promise<string> {
  let said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text
    return true
  })
  const asked = createProgram(added).parseAsync([...line.split(' '), ...rest], { from: 'user' })
  await expect(asked).rejects.toMatchObject({ name: 'CommanderError', exitCode: 1 })
  return said
}

describe('the help', () => {
  it('lists these commands, and those of features', () => {
    const account = [
      ...['create', 'grant', 'take', 'suspend', 'resume', 'role', 'export', 'delete'],
      ...['waiting', 'approve', 'reject', 'show', 'list'],
    ].map((verb) => `account ${verb}`)
    const generation = ['list', 'show', 'retry', 'refund'].map((verb) => `generation ${verb}`)
    const models = [
      ...['list', 'save', 'export', 'enable', 'disable', 'delete'],
      ...['check', 'import', 'add', 'diff', 'test', 'schema'],
    ]
    const others = [
      ...models.map((verb) => `model ${verb}`),
      'session revoke',
      ...['show', 'set', 'logo', 'reset', 'export', 'import'].map((verb) => `settings ${verb}`),
      'ledger verify',
      'alerts',
      'migrate',
      'doctor',
    ]
    expect(coreLeaves.map(([line]) => line)).toEqual([...account, ...generation, ...others])
  })

  it.each(leaves)(
    'of %s describes the command, its arguments and its exit codes',
    async (line, command) => {
      expect(command.description()).toMatch(/^[A-Z]/)
      for (const { description } of [...command.options, ...command.registeredArguments])
        expect(description).not.toBe('')
      let shown = ''
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
        shown += text
        return true
      })
      const asked = createProgram(added).parseAsync([...line.split(' '), '--help'], {
        from: 'user',
      })
      await expect(asked).rejects.toMatchObject({ exitCode: 0 })
      expect(shown).toContain(`Usage: atelier ${line} [options]`)
      expect(shown).toContain(
        'Exit codes: 0 done, 1 refused or something is wrong, 2 not understood.',
      )
    },
  )
})

describe('an invalid argument is reported with its limit', () => {
  const reason = '--reason x'
  const account = '--email a@example.com'

  it.each([
    ['nonsense', /unknown command 'nonsense'/],
    ['account granted', /unknown command 'granted'\n\(Did you mean grant\?\)/],
    ['alerts --limt 5', /unknown option '--limt'\n\(Did you mean --limit\?\)/],
    ['doctor now', /too many arguments for 'doctor'/],
    ['account create', /required option '--email <address>' not specified/],
    [
      'account create --email ada',
      /'--email <address>' argument 'ada' is invalid. An e-mail address, name@example.com/,
    ],
    [
      `account create ${account} --credits -1`,
      /'--credits <number>' .*'-1'.* from 0 to 1,000,000,000/,
    ],
    [`account grant ${account}`, /nothing to give: say '--credits <number>', '--paid' or both/],
    [
      `account grant ${account} --credits 1e3`,
      /'--credits <number>' .*'1e3'.* from 0 to 1,000,000,000/,
    ],
    [
      `account grant ${account} --credits 1000000001`,
      /'--credits <number>' .* from 0 to 1,000,000,000/,
    ],
    [
      `account take ${account} --credits 0 ${reason}`,
      /'--credits <number>' .*'0'.* from 1 to 1,000,000,000/,
    ],
    [`account take ${account} --credits 5`, /required option '--reason <text>' not specified/],
    [`account role ${account}`, /required option '--role <role>' not specified/],
    [`account role ${account} --role admin --reason x`, /Allowed choices are owner, operator/],
    [`account resume ${account}`, /required option '--reason <text>' not specified/],
    ['account show', /required option '--email <address>' not specified/],
    [
      'account list --limit 1001',
      /'--limit <number>' argument '1001' is invalid. A whole number from 1 to 1,000\./,
    ],
    [
      'alerts --limit 0',
      /'--limit <number>' argument '0' is invalid. A whole number from 1 to 1,000\./,
    ],
    ['generation show', /missing required argument 'id'/],
    ['generation refund 7', /required option '--reason <text>' not specified/],
    [
      `generation retry 7 ${reason} --from there`,
      /'--from <where>' .* Allowed choices are result, start\./,
    ],
  ])('%s', async (line, expected) => {
    const said = await complaint(line)
    expect(said).toMatch(expected)
    expect(said).toContain('(--help says how it is used)')
  })

  it('empty or too long reasons and notes', async () => {
    const suspend = ['account suspend', account].join(' ')
    expect(await complaint(suspend, '--reason', ' ')).toMatch(
      /'--reason <text>' .* A reason of 1 to 500 characters/,
    )
    expect(await complaint(suspend, '--reason', 'x'.repeat(501))).toMatch(
      /A reason of 1 to 500 characters/,
    )
    const grant = `account grant --credits 5 ${account}`
    expect(await complaint(grant, '--note', 'x'.repeat(201))).toMatch(
      /'--note <text>' .* A note of 1 to 200 characters/,
    )
  })
})

/** The commands that the documents tell operators to run, with their arguments. */
const documented = globSync(['README.md', 'docs/**/*.md'], { cwd: repository }).flatMap((file) =>
  readFileSync(path.join(repository, file), 'utf8')
    .matchAll(/atelier -- ([a-z][^\n`#|<>]*(?:<[^>]*>[^\n`#|<>]*)*)/g)
    .map(([, line = '']) => [file, line.trim()] as const)
    .toArray(),
)

describe('the documents', () => {
  it('have commands', () => expect(documented.length).toBeGreaterThan(10))

  it.each(documented)('of %s name a command with its options: %s', async (_file, line) => {
    const filled = line.replaceAll('<id>', '01980000-0000-7000-8000-000000000000')
    const words = filled.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
    const program = createProgram(added)
    let ran = 0
    for (const [, command] of leavesOf(program)) command.action(() => void ran++)
    await program.parseAsync(words, { from: 'user' })
    expect(ran).toBe(1)
  })
})
