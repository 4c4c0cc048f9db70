/** Two images whose hashes differ in at most so many of 256 bits are near copies. */
export const maxDistance = 31

/** A stored hash, 256 zeros and ones, as 64 hexadecimal digits. */
export function hexHash(bits: string): string {
  return bits.replaceAll(/[01]{4}/g, (four) => Number.parseInt(four, 2).toString(16))
}

/** Records of a history that look alike: the newest, and how many it stands for with itself. */
export type Stack<Item> = {
  top: Item
  /** Where the top is among the records. */
  at: number
  size: number
}

/**
 * Puts records that show near copies of each other into stacks, in the order of their first one.
 * `hashOf` returns 64 hexadecimal digits, or `null` for a record that is in no other one's stack.
 */
export function stackNearCopies<Item>(
  records: readonly Item[],
  hashOf: (record: Item) => string | null,
): Stack<Item>[] {
  const stacks: (Stack<Item> & { hashes: Uint32Array[] })[] = []
  for (const [at, top] of records.entries()) {
    const hex = hashOf(top)
    const hash = hex === null ? undefined : parseWords(hex)
    const stack = hash && stacks.find(({ hashes }) => hashes.some((other) => areNear(hash, other)))
    if (stack && hash) {
      stack.size++
      stack.hashes.push(hash)
    } else stacks.push({ top, at, size: 1, hashes: hash ? [hash] : [] })
  }
  return stacks
}

function areNear(one: Uint32Array, other: Uint32Array): boolean {
  let distance = 0
  for (const [at, word] of one.entries()) distance += bitCount(word ^ (other[at] ?? 0))
  return distance <= maxDistance
}

function parseWords(hash: string): Uint32Array {
  return Uint32Array.from({ length: 8 }, (_, at) =>
    Number.parseInt(hash.slice(at * 8, at * 8 + 8), 16),
  )
}

function bitCount(word: number): number {
  let rest = word
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count++
  return count
}
