/**
 * The option whose name begins with what was typed: from the current one on, and round. A single
 * letter goes on to the next one. -1 when there is none.
 */
export function findByName(options: readonly { name: string }[], word: string, at: number): number {
  const first = word.length === 1 ? at + 1 : Math.max(at, 0)
  const order = options.map((_, index) => (first + index) % options.length)
  return order.find((index) => options[index]?.name.toLowerCase().startsWith(word)) ?? -1
}
