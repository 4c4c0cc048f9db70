import { createParserPool, type ParserPool } from '#core/parsers/parser-pool.ts'

let shared: ParserPool | undefined

/** The parsers of the test files of a worker: they end with it. */
export function sharedParsers(): ParserPool {
  shared ??= createParserPool({ meter: { count: () => undefined } })
  return shared
}
