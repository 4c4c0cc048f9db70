import { createHash } from 'node:crypto'

/** Every fault, by name. */
export const faultNames = [
  // The submit is refused or its connection ends, and no job is accepted.
  'refuse-429',
  'refuse-500',
  'refuse-503',
  'html-502',
  'html-200',
  'unauthorized',
  'exhausted-balance',
  'account-locked',
  'drop-before',
  'hang-before',
  // A job is accepted, but the submitter gets no answer. The request hangs until the submitter
  // disconnects.
  'drop-after',
  'hang-after',
  'accepted-500',
  'truncated-submit',
  // The job takes eight times as long, or never ends.
  'slow',
  'stuck',
  // A cancellation is accepted, and the job finishes nevertheless.
  'ignore-cancel',
  // The job completes, and its result is an error.
  'internal-error',
  'request-timeout',
  'validation',
  'content-policy',
  'file-download-error',
  // The first three requests after the status fail.
  'status-500',
  'status-drop',
  // The result is not as documented; `late-result-404` and `html-result` for the first three
  // requests.
  'nsfw',
  'nsfw-all',
  'empty',
  'truncated',
  'lost-result',
  'late-result-404',
  'html-result',
  // The answers are valid and hostile: text with NUL and lone surrogates, JSON that never ends (the
  // status only with logs).
  'nul-result',
  'endless-result',
  'endless-status',
  // The files.
  'missing-file',
  'wrong-type',
  'slow-file',
  'huge-file',
  // The webhook. After a false one no true one follows.
  'webhook-lost',
  'webhook-late',
  'webhook-twice',
  'webhook-early',
  'webhook-payload-error',
  'webhook-forged',
  'webhook-foreign-user',
  'webhook-other-job',
] as const
export type FaultName = (typeof faultNames)[number]

/** `most`: only for the first submissions that it applies to. */
export type FaultRule = { name: FaultName; probability: number; most?: number }

const shape = /^(?<name>[\w-]+)(\*(?<most>[1-9]\d*))?(:(?<probability>[\d.]+))?$/

/**
 * Reads a list of faults, `name`, `name:probability` (0 to 1), `name*most` or
 * `name*most:probability`, separated by commas. Throws an error that names the invalid entry and
 * all faults.
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
 * The faults that a prompt names, as in `a red fox [fault:refuse-503*2]`. Unknown names are
 * ignored.
 */
export function faultsInPrompt(prompt: string): { name: FaultName; most: number }[] {
  return [...prompt.matchAll(/\[fault:([\w-]+)(?:\*(\d+))?\]/g)].flatMap(([, asked, most]) => {
    const name = faultNames.find((fault) => fault === asked)
    return name
      ? [{ name, most: most === undefined ? Number.POSITIVE_INFINITY : Number(most) }]
      : []
  })
}

/** The faults of one submission. `random` gives further numbers from 0 up to 1 for it. */
export type FaultDraw = { faults: FaultName[]; random: () => number }

/**
 * Draws the faults of each submission: those of the list by their probability, and those that its
 * prompt names; `*2` counts the submissions of the same prompt. With a `seed`, the result depends
 * on it, the endpoint, the prompt, and how often that was submitted before, so a run can be
 * repeated whatever the order of submissions.
 */
export function createFaultDice(rules: readonly FaultRule[], seed: number | null) {
  const submissions = new Map<string, number>()
  const fallen = new Map<FaultRule, number>()

  const falls = (rule: FaultRule, random: () => number): boolean => {
    const times = fallen.get(rule) ?? 0
    if (random() >= rule.probability || times >= (rule.most ?? Number.POSITIVE_INFINITY))
      return false
    fallen.set(rule, times + 1)
    return true
  }

  return (endpoint: string, input: unknown): FaultDraw => {
    const prompt = promptOf(input)
    const asked = faultsInPrompt(prompt)
    const key = `${endpoint}\n${prompt}`
    const before = submissions.get(key) ?? 0
    if (asked.length > 0 || seed !== null) submissions.set(key, before + 1)

    const random = seed === null ? Math.random : randomFrom(`${seed}\n${key}\n${before}`)
    const drawn = rules.filter((rule) => falls(rule, random)).map(({ name }) => name)
    const wanted = asked.filter(({ most }) => before < most).map(({ name }) => name)
    return {
      faults: faultNames.filter((name) => drawn.includes(name) || wanted.includes(name)),
      random,
    }
  }
}

/** The prompt, or the text that is spoken. */
function promptOf(input: unknown): string {
  const { prompt, text } = (input ?? {}) as { prompt?: unknown; text?: unknown }
  const words = prompt ?? text
  return typeof words === 'string' ? words : ''
}

/** The numbers for a text: its hash counted up (splitmix32). */
function randomFrom(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
