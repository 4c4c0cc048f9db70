import { createHash } from 'node:crypto'
import { type FaultName, faultNames } from './fault-names.ts'
import { type FaultRule, faultsInPrompt } from './faults.ts'

/** What was drawn for one submission. `random` gives further numbers from 0 up to 1 for it. */
export type Draw = { faults: FaultName[]; random: () => number }

/**
 * Draws the faults of each submission: those of the list whose dice fall so, and those its prompt
 * asks for; `*2` counts the submissions of the same prompt. With a `seed`, the dice follow from it,
 * the endpoint, the prompt, and how often that was submitted before, so in whatever order
 * submissions come, a run can be repeated.
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

  return (endpoint: string, input: unknown): Draw => {
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

function promptOf(input: unknown): string {
  const prompt = (input as { prompt?: unknown } | null)?.prompt
  return typeof prompt === 'string' ? prompt : ''
}

/** The numbers that follow from a text: its hash counted up (splitmix32). */
function randomFrom(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
