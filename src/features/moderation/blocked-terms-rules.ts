import { unspaced } from '#core/history/search-term-rules.ts'
import type { Control } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'

/** Terms that no text may contain, and words or phrases in which they are allowed. */
export type TermList = { terms: readonly string[]; exceptions: readonly string[] }

/** Lists by language code. Each counts for every text, whatever its language. */
export type BlockedTerms = Readonly<Record<string, TermList>>

/** How much all lists may contain together, and the length of a term in characters. */
export const termLimits = { terms: 5_000, exceptions: 5_000, characters: 60 } as const

/** Sequences of tokens, as a tree. */
type Tree = { next: Map<string, Tree>; ends: boolean }

type Matcher = { blocked: Tree; allowed: Tree }

const matchers = new WeakMap<BlockedTerms, Matcher>()

/**
 * Whether a text contains a blocked term outside every exception. Words are compared whole, other
 * scripts character by character; case, width, accents and what cannot be seen make no difference.
 */
export function containsBlockedTerm(text: string, lists: BlockedTerms): boolean {
  const { blocked, allowed } = matcherOf(lists)
  if (blocked.next.size === 0) return false
  const tokens = tokensOf(text)
  let excepted = 0
  return tokens.some((_, start) => {
    excepted = Math.max(excepted, lastEnd(allowed, tokens, start))
    return lastEnd(blocked, tokens, start) > excepted
  })
}

/** The texts of a parsed input that contain a blocked term, as problems of their fields. */
export function findBlockedTexts(
  { fields }: Model,
  input: Readonly<Record<string, unknown>>,
  lists: BlockedTerms,
): FieldProblem[] {
  return Object.entries(fields).flatMap(([field, { control }]): FieldProblem[] => {
    const text = input[field]
    const isBlocked = isText(control) && typeof text === 'string'
    return isBlocked && containsBlockedTerm(text, lists) ? [{ field, problem: 'blocked' }] : []
  })
}

function isText({ kind }: Control): boolean {
  return kind === 'text'
}

/** Whether a term has anything that can be matched: not only symbols. */
export function isMatchable(term: string): boolean {
  return termTokens(term).length > 0
}

function matcherOf(lists: BlockedTerms): Matcher {
  const known = matchers.get(lists)
  if (known) return known
  const all = Object.values(lists)
  const matcher = {
    blocked: treeOf(all.flatMap(({ terms }) => terms)),
    allowed: treeOf(all.flatMap(({ exceptions }) => exceptions)),
  }
  matchers.set(lists, matcher)
  return matcher
}

function treeOf(terms: readonly string[]): Tree {
  const root: Tree = { next: new Map(), ends: false }
  for (const term of terms) {
    let node = root
    for (const token of termTokens(term)) {
      const next = node.next.get(token) ?? { next: new Map(), ends: false }
      node.next.set(token, next)
      node = next
    }
    node.ends = node !== root
  }
  return root
}

/** Where the longest term that begins at this token ends; 0: none begins there. */
function lastEnd(tree: Tree, tokens: readonly string[], start: number): number {
  let last = 0
  let node: Tree | undefined = tree
  for (let end = start; node && end < tokens.length; ) {
    node = node.next.get(tokens[end] as string)
    end += 1
    if (node?.ends) last = end
  }
  return last
}

/** Separates sentences: no term spans two of them. */
const sentenceEnd = '.'

const tokenPattern = new RegExp(
  `${unspaced.source}|(?:(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}])+|[.,;:!?。、\\n]`,
  'gu',
)

/**
 * The words of a text, and each character of scripts without spaces. Spaces and symbols between them
 * are ignored, so that they hide nothing.
 */
function tokensOf(text: string): string[] {
  const tokens = normalizeText(text).match(tokenPattern) ?? []
  return tokens.map((token) => (/^[.,;:!?。、\n]$/.test(token) ? sentenceEnd : token))
}

/** The tokens of a term without the punctuation around it. */
function termTokens(term: string): string[] {
  const tokens = tokensOf(term)
  const isWord = (token: string) => token !== sentenceEnd
  return tokens.slice(Math.max(0, tokens.findIndex(isWord)), tokens.findLastIndex(isWord) + 1)
}

/** The same text for every case, width, accent and invisible character. */
export function normalizeText(text: string): string {
  const plain = withoutMarks(text.normalize('NFKD'))
  const folded = plain.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  return withoutMarks(folded.normalize('NFKD')).normalize('NFKC')
}

function withoutMarks(text: string): string {
  return text.replace(/[\u0300-\u036f\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
}
