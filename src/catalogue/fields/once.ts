/** The same result for every call; it is made by the first. */
export function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
