/** Returns a whole number from 0 to before `below`, always the same sequence for a seed. */
export type Random = (below: number) => number

/** A generator of pseudo-random numbers (mulberry32): a seed repeats a run. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const extremes = [0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

/** How much of a file counts as its header, in bytes. */
const headerLength = 256

type Mutation = (file: Buffer, random: Random) => Buffer

const mutations: Record<string, Mutation> = {
  cut: (file, random) => file.subarray(0, random(file.length)),
  bytes: (file, random) => changeBytes(file, random, file.length),
  header: (file, random) => changeBytes(file, random, Math.min(headerLength, file.length)),
  insert: (file, random) => {
    const at = random(file.length)
    const added = Buffer.from(Array.from({ length: 1 + random(16) }, () => random(256)))
    return Buffer.concat([file.subarray(0, at), added, file.subarray(at)])
  },
  extreme: (file, random) => {
    const changed = Buffer.from(file)
    const value = extremes[random(extremes.length)] ?? 0
    const at = random(Math.max(1, file.length - 4))
    if (random(2) === 0) changed.writeUInt32BE(value, at)
    else changed.writeUInt32LE(value, at)
    return changed
  },
  swap: (file, random) => {
    const [a = 0, b = 0, c = 0] = [1, 2, 3]
      .map(() => random(file.length))
      .toSorted((one, other) => one - other)
    return Buffer.concat([
      file.subarray(0, a),
      file.subarray(b, c),
      file.subarray(a, b),
      file.subarray(c),
    ])
  },
}

const mutationNames = Object.keys(mutations)

function changeBytes(file: Buffer, random: Random, below: number): Buffer {
  const changed = Buffer.from(file)
  const count = 1 + random(20)
  for (let change = 0; change < count; change++) changed[random(below)] = random(256)
  return changed
}

/** Damages a file in one of the ways above. At least four bytes are left. */
export function mutateFile(file: Buffer, random: Random): { mutation: string; file: Buffer } {
  const mutation = mutationNames[random(mutationNames.length)] ?? 'cut'
  const mutated = mutations[mutation]?.(file, random) ?? file
  return { mutation, file: mutated.length < 4 ? file.subarray(0, 4) : mutated }
}
