import { describe, expect, it } from 'vitest'
import { allEntries } from './navigation/entries.ts'
import { soonTexts } from './pages/soon-texts.ts'
import { pageAt } from './pages.ts'

const nowhere = pageAt('/nowhere').Component

describe('pages', () => {
  it.each(allEntries)('exist for every entry of the side panel: $path', ({ path }) => {
    expect(pageAt(path).Component).not.toBe(nowhere)
    expect(pageAt(path).title?.()).toBeTruthy()
  })

  it.each(['/pricing', '/account/credits', '/account/keys', ...unbuiltPaths()])('say what will be at %s', (path) => {
    expect(soonTexts[path]?.()).toBeTruthy()
  })

  it('say that there is nothing at an address nobody knows', () => {
    expect(pageAt('/creator/nothing').Component).toBe(nowhere)
  })
})

function unbuiltPaths(): string[] {
  return allEntries.flatMap(({ path, isBuilt }) => (isBuilt || path.startsWith('/creator/history/') ? [] : [path]))
}
