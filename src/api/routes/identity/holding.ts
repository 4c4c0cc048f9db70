/**
 * Keeps a name in a set for as long as somebody reads: until the end, an error, or until the reader
 * goes away, even before the first piece, which a generator alone would not notice.
 */
export function holding<Piece>(
  names: Set<string>,
  name: string,
  source: AsyncGenerator<Piece>,
): AsyncIterableIterator<Piece> {
  names.add(name)
  const release = (result: IteratorResult<Piece>) => {
    if (result.done) names.delete(name)
    return result
  }
  const give = (error: unknown) => {
    names.delete(name)
    throw error
  }
  return {
    next: () => source.next().then(release, give),
    return: async (value) => {
      names.delete(name)
      return source.return(value)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
