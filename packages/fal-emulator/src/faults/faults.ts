import { type FaultName, faultNames } from './fault-names.ts'

/** `most`: only for the first so many submissions that it falls on. */
export type FaultRule = { name: FaultName; probability: number; most?: number }

const shape = /^(?<name>[\w-]+)(\*(?<most>[1-9]\d*))?(:(?<probability>[\d.]+))?$/

/**
 * Reads a list of faults, `name`, `name:probability` (0 to 1), `name*most` or
 * `name*most:probability`, separated by commas. Throws an error that names the bad entry and every
 * fault there is.
 */
export function parseFaults(list: string): FaultRule[] {
  const entries = list.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '').map(parseFault)
}

function parseFault(entry: string): FaultRule {
  const { name, most, probability = '1' } = shape.exec(entry)?.groups ?? {}
  const known = faultNames.find((fault) => fault === name)
  const chance = Number(probability)
  if (!known || !(chance >= 0 && chance <= 1)) {
    throw new Error(
      `"${entry}" is no fault. Write name, name:probability (0 to 1) or name*count. The faults: ${faultNames.join(', ')}.`,
    )
  }
  return { name: known, probability: chance, ...(most !== undefined && { most: Number(most) }) }
}

/**
 * What a prompt asks for, as in `a red fox [fault:refuse-503*2]`. Names that are no faults are left
 * alone.
 */
export function faultsInPrompt(prompt: string): { name: FaultName; most: number }[] {
  return [...prompt.matchAll(/\[fault:([\w-]+)(?:\*(\d+))?\]/g)].flatMap(([, asked, most]) => {
    const name = faultNames.find((fault) => fault === asked)
    return name
      ? [{ name, most: most === undefined ? Number.POSITIVE_INFINITY : Number(most) }]
      : []
  })
}
