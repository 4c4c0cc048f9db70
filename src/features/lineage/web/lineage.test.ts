import { describe, expect, it } from 'vitest'
import type { LineageView } from '../contract.ts'
import { type LineageNode, lineageTrees } from './lineage.ts'

type Link = LineageView['links'][number]

const link = (parent_id: string, child_id: string, source: Link['source'] = 'repeat'): Link => ({
  parent_id,
  child_id,
  source,
})

const view = (links: Link[], ids: string[] = []) => ({
  generations: ids.map((id) => ({ id }) as LineageView['generations'][number]),
  links,
  is_truncated: false,
})

/** A tree as text: `a(b c)`, with `?` where a generation was deleted. */
const textOf = ({ id, generation, children }: LineageNode): string =>
  id + (generation ? '' : '?') + (children.length > 0 ? `(${children.map(textOf).join(' ')})` : '')

describe('lineageTrees', () => {
  it('begins with what has no origin and lists the oldest first', () => {
    const trees = lineageTrees(view([link('a', 'c'), link('a', 'b'), link('b', 'd')], [...'dabc']))
    expect(trees.map(textOf)).toEqual(['a(b(d) c)'])
    expect(trees[0]?.source).toBeUndefined()
  })

  it('keeps the place of a deleted one', () => {
    expect(lineageTrees(view([link('a', 'b'), link('b', 'c')], ['a', 'c'])).map(textOf)).toEqual([
      'a(b?(c))',
    ])
  })

  it('shows what was made from several below each, and what came of it once', () => {
    const links = [link('a', 'c', 'input'), link('b', 'c', 'input'), link('c', 'd')]
    const trees = lineageTrees(view(links, [...'abcd']))
    expect(trees.map(textOf)).toEqual(['a(c(d))', 'b(c)'])
    expect(trees[1]?.children[0]?.source).toBe('input')
  })

  it('has no more nodes than links and tops, however often paths meet', () => {
    const links = Array.from({ length: 20 }, (_, at) => [
      link(`a${at}`, `a${at + 1}`),
      link(`a${at}`, `b${at + 1}`),
      link(`b${at}`, `a${at + 1}`),
      link(`b${at}`, `b${at + 1}`),
    ]).flat()
    const count = ({ children }: LineageNode): number =>
      children.reduce((sum, child) => sum + count(child), 1)
    const total = lineageTrees(view(links)).reduce((sum, tree) => sum + count(tree), 0)
    expect(total).toBeLessThanOrEqual(links.length + 2)
  })

  it('is empty for what has neither origin nor offspring', () => {
    expect(lineageTrees(view([], ['a']))).toEqual([])
  })
})
