/** Numbers that follow from a seed alone: from 0 up to 1 (mulberry32). */
export type Random = () => number

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from `from` up to and with `to`. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1))
}

/** One of the choices, each as likely as its weight says. */
export function weighted<Choice extends { weight: number }>(
  random: Random,
  choices: readonly Choice[],
): Choice {
  let rest = random() * choices.reduce((sum, { weight }) => sum + weight, 0)
  for (const choice of choices) {
    rest -= choice.weight
    if (rest < 0) return choice
  }
  const last = choices.at(-1)
  if (!last) throw new Error('There is nothing to choose from')
  return last
}

/** The chance comes true. */
export function happens(random: Random, chance: number): boolean {
  return random() < chance
}
