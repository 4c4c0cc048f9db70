import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { accountId } from '../world/accounts.ts'
import { temporaryFolder } from '../world/folder.ts'
import { hotStatement } from './hot-statement.ts'
import { newGeneration } from './new-generation.ts'

export type Order = {
  url: string
  clients: number
  seconds: number
  accounts: number
  round: number
}

/** Starts per second of whatever drives PostgreSQL; `name` says what it is. */
export type Yardstick = { name: string; measure(order: Order): Promise<number> }

/** PostgreSQL's own benchmark program; null where it is not installed. */
export function findPgbench(): Yardstick | null {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'pgbench'))
  const packaged = globSync('/usr/lib/postgresql/*/bin/pgbench').toSorted().toReversed()
  const program = [...onPath, ...packaged].find(existsSync)
  return program
    ? { name: 'pgbench -M prepared', measure: (order) => runPgbench(program, order) }
    : null
}

async function runPgbench(
  program: string,
  { url, clients, seconds, accounts, round }: Order,
): Promise<number> {
  const { script, variables } = await makeScript()
  const file = path.join(temporaryFolder(), 'start.sql')
  await writeFile(file, script)
  const given = { ...variables, accounts, counter: 0, base: (round + 1) * 1e12 }
  const defines = Object.entries(given).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${clients}`,
    '-j',
    '2',
    '-T',
    `${seconds}`,
    '-f',
    file,
    ...defines,
    url,
  ]
  const { stdout } = await promisify(execFile)(program, args)
  const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (!rate) throw new Error(`pgbench said:\n${stdout}`)
  return Number(rate)
}

/**
 * The product's statement with its values as pgbench's variables, which `-M prepared` sends as
 * parameters. Only the ids are made differently: growing ones, because the product's grow too, and
 * a random account.
 */
async function makeScript(): Promise<{ script: string; variables: Record<string, string> }> {
  const generation = newGeneration(accountId(1))
  const { text, values } = await hotStatement(generation)
  const made = new Map<unknown, string>([
    [generation.id, "lpad(to_hex(:unique::bigint), 32, '0')::uuid"],
    [generation.request_id, '(:unique::bigint)::text'],
    [generation.account_id, "lpad(to_hex(:account::bigint), 32, '0')::uuid"],
  ])
  const variables: Record<string, string> = {}
  const statement = text.replaceAll(/\$(\d+)/g, (_, position: string) => {
    const value = values[Number(position) - 1]
    const expression = made.get(value)
    if (expression) return expression
    // Lists as PostgreSQL writes them; these hold no commas and quotes of their own.
    variables[`p${position}`] = Array.isArray(value) ? `{${value.join(',')}}` : String(value)
    return `:p${position}`
  })
  const script = [
    '\\set account random(1, :accounts)',
    '\\set counter :counter + 1',
    '\\set unique :base + :client_id * 1000000000 + :counter',
    `${statement};`,
  ].join('\n')
  return { script, variables }
}
