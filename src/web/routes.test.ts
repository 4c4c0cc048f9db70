import { describe, expect, it } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { kindOfType, kinds, typesOfKind } from '#core/models/rules/kinds.ts'
import { formPaths, isPagePath, pagePaths } from '#core/pages/page-paths-contract.ts'
import { pages } from '#features/contributions.ts'
import { creatorSections, historySection } from './app/nav-entries.ts'
import { formPath } from './lib/navigation/creator-paths.ts'
import { creatorPathOf, pageAt, routes } from './routes.ts'

const allEntries = [...creatorSections, historySection].flatMap((section) => [
  section,
  ...section.children,
])
const nowhere = pageAt('/nowhere').Component
const offered = builtInModels.filter(({ hidden }) => !hidden)

describe('pages', () => {
  it.each(allEntries)('exist for every entry of the side panel: $path', ({ path }) => {
    expect(pageAt(path).Component).not.toBe(nowhere)
    expect(pageAt(path).title?.()).toBeTruthy()
  })

  it.each(offered)(
    'contain a form for $id making $generationType, with its title and sentence',
    (model) => {
      const path = formPath({ generationType: model.generationType, model: model.id })
      expect(pageAt(path).form?.generationType).toBe(model.generationType)
      expect(pageAt(path).title?.()).toBeTruthy()
      expect(pageAt(path).description?.()).toBeTruthy()
    },
  )

  it.each(formPaths.map((path) => [path, routes[path].form] as const))(
    'select a model that is offered, where one is of the release: %s',
    (_path, { generationType, model }) => {
      const offers = offered.filter((one) => one.generationType === generationType)
      expect(offers.length > 0).toBe(!/^(video-to-video|lip-sync|text-to-3d)$/.test(generationType))
      expect(kindOfType(generationType)).toBeDefined()
      if (model) expect(offers.map(({ id }) => id)).toContain(model)
    },
  )

  it.each(kinds.flatMap(typesOfKind))('contain a form for %s', (generationType) => {
    expect(pageAt(formPath({ generationType })).form).toEqual({ generationType })
  })

  it.each(['/pricing', '/account/credits', '/account/keys'])('have one at %s', (path) => {
    expect(pageAt(path).Component).not.toBe(nowhere)
    expect(pageAt(path).title?.()).toBeTruthy()
  })

  it.each(['/creator/history/nothing', '/creator/history/video/2026'])(
    'are the hub below the history: %s',
    (path) => {
      expect(pageAt(path).Component).toBe(pageAt('/creator/history').Component)
    },
  )

  it.each([...pagePaths, '/creator/history/nothing', '/admin/accounts'])(
    'exist where the server has them: %s',
    (path) => {
      expect(pageAt(path).Component).not.toBe(nowhere)
    },
  )

  it('are those of the server', () => {
    expect(Object.keys(routes).filter((path) => !isPagePath(path, []))).toEqual([])
  })

  it.each(pages)('of features exist where the server has them: %s', (path) => {
    const page = pageAt(path.endsWith('/') ? `${path}one` : path)
    expect(page.Component).not.toBe(nowhere)
    expect(page.title?.()).toBeTruthy()
    expect(isPagePath(path, pages)).toBe(true)
  })

  it.each(['/creator/nothing', '/creator/video/text-to-image', '/creator/image/vace'])(
    'show the not-found page at %s',
    (path) => {
      expect(pageAt(path).Component).toBe(nowhere)
    },
  )
})

describe('the addresses of development builds', () => {
  it.each([
    ['/dev/create/image', '/creator/image'],
    ['/dev/create/image/text-to-image', '/creator/image/text-to-image'],
    ['/dev/create/image/image-to-image', '/creator/image/image-to-image'],
    ['/dev/create/video', '/creator/video'],
    ['/dev/create/video/vace', '/creator/video/vace'],
    ['/dev/create/video/image-to-video', '/creator/image-to-video/image-to-video'],
  ])('%s is the form of %s', (path, meant) => {
    expect(creatorPathOf(path)).toBe(meant)
    expect(pageAt(path, true)).toBe(pageAt(meant))
    expect(pageAt(path, false).Component).toBe(nowhere)
  })

  it.each([
    '/dev/create/image/vace',
    '/dev/create/video/text-to-image',
    '/dev/create/audio',
    '/dev/create/video/a/b',
  ])('there is none at %s', (path) => {
    expect(pageAt(path, true).Component).toBe(nowhere)
  })
})
