/** Something under way that `cancel` brings to its end at once. Never rejects. */
export type Cancellable<Value> = { done: Promise<Value>; cancel(): void }

/** A pause of so many ms. */
export function pause(ms: number): Cancellable<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const cancel = () => {
    clearTimeout(timer)
    resolve()
  }
  return { done: promise, cancel }
}
