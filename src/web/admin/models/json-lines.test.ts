import { describe, expect, it } from 'vitest'
import { lineOf, linesOfPaths } from './json-lines.ts'

const text = `{
  "id": "a",
  "fields": {
    "prompt": { "control": "text" },
    "size": {
      "options": ["x, {y}", "\\"z\\""]
    }
  },
  "endpoints": [
    { "id": "one" },
    {
      "id": "two"
    }
  ]
}`

describe('lines of a JSON text', () => {
  it.each([
    ['', 1],
    ['id', 2],
    ['fields.prompt.control', 4],
    ['fields.size.options.1', 6],
    ['endpoints.0', 10],
    ['endpoints.1.id', 12],
  ])('finds %j', (path, line) => {
    expect(lineOf(linesOfPaths(text), path)).toBe(line)
  })

  it('finds the nearest key around a path that the text does not have', () => {
    expect(lineOf(linesOfPaths(text), 'fields.size.default')).toBe(5)
    expect(lineOf(linesOfPaths(text), 'price.base')).toBe(1)
  })

  it.each(['', '{', '[}', '{"a": "unfinished', ']]]', '{"a\\x": 1}'])('reads %j', (broken) => {
    expect(lineOf(linesOfPaths(broken), 'a')).toBe(1)
  })
})
