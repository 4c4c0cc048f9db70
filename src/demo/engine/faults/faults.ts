/** Everything the engine can be told to do wrong, by name. */
export const faultNames = [
  'refuse-429',
  'refuse-503',
  'html-502',
  'unauthorized',
  'exhausted-balance',
  'drop-before',
  'drop-after',
  'slow',
  'internal-error',
  'validation',
  'content-policy',
  'nsfw',
  'nsfw-all',
  'empty',
  'lost-result',
  'missing-file',
  'truncated',
  'wrong-type',
] as const
export type FaultName = (typeof faultNames)[number]

export type FaultRule = { name: FaultName; probability: number }

/**
 * Reads a list of faults, `name` or `name:probability` (0 to 1), separated by commas. Throws an error that names the
 * bad entry and every fault there is.
 */
export function parseFaults(list: string): FaultRule[] {
  const entries = list.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '').map(parseFault)
}

function parseFault(entry: string): FaultRule {
  const [name = '', probability = '1', ...rest] = entry.split(':')
  const known = faultNames.find((fault) => fault === name)
  if (!known) throw new Error(`Unknown fault "${entry}". The known faults are: ${faultNames.join(', ')}.`)

  const chance = probability.trim() === '' ? Number.NaN : Number(probability)
  if (rest.length > 0 || !(chance >= 0 && chance <= 1)) {
    throw new Error(
      `The fault "${entry}" needs a probability from 0 to 1. The known faults are: ${faultNames.join(', ')}.`,
    )
  }
  return { name: known, probability: chance }
}

/**
 * Which faults one submission gets: those whose dice fall so, and any its prompt asks for, as in
 * `a red fox [fault:content-policy]`. `random` gives numbers from 0 up to 1.
 */
export function drawFaults(rules: readonly FaultRule[], input: unknown, random: () => number): FaultName[] {
  const drawn = rules.filter(({ probability }) => random() < probability).map(({ name }) => name)
  const prompt = (input as { prompt?: unknown } | null)?.prompt
  const asked = typeof prompt === 'string' ? [...prompt.matchAll(/\[fault:([\w-]+)\]/g)].map(([, name]) => name) : []
  return faultNames.filter((name) => drawn.includes(name) || asked.includes(name))
}
