import { parseArgs } from 'node:util'

/**
 * What one run does; `generations` creates are meant to succeed, some more to be refused.
 * Everything but the timing follows from these figures.
 */
export type Options = {
  generations: number
  kills: number
  seed: number
  /** The first of them works, too. */
  webs: number
  workers: number
  /** Creates a second, so far as the product keeps up. */
  rate: number
  /** Creates whose answers are awaited at once. */
  inFlight: number
  /** Seconds a generation may stay open. */
  deadline: number
  /** Where results lie: a bucket can also be slow. Without `--storage` odd seeds have a bucket. */
  storage: 'disk' | 'bucket'
  /** On a Citus cluster, whose coordinator and workers are killed. */
  citus: boolean
  /** The second provider is away nearly all the time, and every model has three. */
  away: boolean
  /** End at the first violation. */
  first: boolean
  /** Write the report to tests/bench/results/chaos.md. */
  write: boolean
}

const defaults = {
  generations: 300,
  kills: 4,
  webs: 2,
  workers: 2,
  rate: 12,
  'in-flight': 48,
  deadline: 30,
}

const flags = {
  generations: { type: 'string' },
  kills: { type: 'string' },
  minutes: { type: 'string' },
  seed: { type: 'string' },
  webs: { type: 'string' },
  workers: { type: 'string' },
  rate: { type: 'string' },
  'in-flight': { type: 'string' },
  deadline: { type: 'string' },
  storage: { type: 'string' },
  citus: { type: 'boolean' },
  away: { type: 'boolean' },
  first: { type: 'boolean' },
  write: { type: 'boolean' },
} as const

/**
 * Reads the command line. `--minutes M` spreads the creates over M minutes. Throws on anything
 * unknown.
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({ args, options: flags })
  const number = (name: keyof typeof defaults) =>
    positive(name, values[name] ?? String(defaults[name]))
  const generations = number('generations')
  const rate = values.minutes
    ? generations / (60 * positive('minutes', values.minutes))
    : number('rate')
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)
  const storage = values.storage ?? (seed % 2 === 1 ? 'bucket' : 'disk')
  if (storage !== 'disk' && storage !== 'bucket')
    throw new Error('--storage must be disk or bucket')
  return {
    generations,
    kills: Number(values.kills ?? defaults.kills),
    seed,
    webs: number('webs'),
    workers: number('workers'),
    rate,
    inFlight: number('in-flight'),
    deadline: number('deadline'),
    storage,
    citus: values.citus ?? false,
    away: values.away ?? false,
    first: values.first ?? false,
    write: values.write ?? generations >= 5_000,
  }
}

/** The command that runs the same schedule again. */
export function replayCommand({ write: _, first: __, citus, away, ...options }: Options): string {
  const rate = Number(options.rate.toFixed(3))
  const pairs = Object.entries({ ...options, rate }).map(
    ([name, value]) => `--${name === 'inFlight' ? 'in-flight' : name} ${value}`,
  )
  return `npm run chaos -- ${pairs.join(' ')}${citus ? ' --citus' : ''}${away ? ' --away' : ''}`
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`)
  return value
}
