import { readableWords, spellingOf } from '../rules/option-name.ts'
import type { Schema } from './json-schema.ts'

const maxLabel = 60
const maxHint = 200

/**
 * Text without markup, control characters and surplus space: documents come from outside, and their
 * texts are shown on pages.
 */
export function plainText(given: unknown): string {
  if (typeof given !== 'string') return ''
  return given
    .slice(0, 5_000)
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/\[([^[\]]{1,200})\]\((?:[^()\s]|\([^()\s]{0,99}\)){0,500}\)/g, '$1')
    .replace(/[<>`*#\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The label of an input: its title, or its name made readable. Addresses are called by their file. */
export function labelOf(name: string, schema: Schema): string {
  const title = plainText(schema.title)
  const words = (title || name).split(/[\s_.-]+/).filter(Boolean)
  const named = words.length > 1 ? words.filter((word) => !/^urls?$/i.test(word)) : words
  return shorten(readableWords(named), maxLabel) || 'Value'
}

/** One or two sentences about an input; nothing where its description only repeats its label. */
export function hintOf(schema: Schema, label: string): string | undefined {
  const text = plainText(schema.description)
  const [first = ''] = /^.*?[.!?](?=\s|$)/.exec(text) ?? [text]
  const hint = shorten(first.length < 30 ? text : first, maxHint)
  const bare = (words: string) => words.toLowerCase().replace(/^the |[^a-z0-9]/g, '')
  return hint.length < 4 || bare(hint) === bare(label) ? undefined : hint
}

/** Cuts at a word. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  return `${cut.slice(0, cut.lastIndexOf(' ') > max / 2 ? cut.lastIndexOf(' ') : undefined).toWellFormed()}…`
}

/** The id of an imported model: its endpoint without fal's own name, as one word. */
export function idOf(endpoint: string): string {
  const words = endpoint.toLowerCase().replace(/^fal-ai\//, '')
  return (
    words
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '')
      .slice(0, 80) || 'model'
  )
}

/** The name of an imported model: “Kling Video v2.6 Pro text to video”. */
export function nameOf(endpoint: string): string {
  const [owner = '', ...path] = endpoint.split('/')
  const parts = owner === 'fal-ai' ? path : [owner, ...path]
  const words = parts.flatMap((part) => part.split(/[-_]+/)).filter(Boolean)
  const small = new Set(['to', 'of', 'and', 'for', 'with', 'by'])
  const named = words.map((word) => {
    const known = spellingOf(word)
    if (known) return known
    return small.has(word) || /^v\d/.test(word)
      ? word
      : word.charAt(0).toUpperCase() + word.slice(1)
  })
  return shorten(named.join(' '), 80)
}
