import { beforeEach, describe, expect, it, vi } from 'vitest'

/**
 * Stubs the browser for `panel-state.ts`, which reads the cookie and the width when it is loaded.
 */
async function openPage({ cookie = '', width = 1_600 }) {
  vi.resetModules()
  vi.stubGlobal('location', new URL('http://atelier.test'))
  vi.stubGlobal('document', { cookie })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < 16 * Number(/\d+/.exec(query)?.[0]),
  }))
  return await import('./panel-state.ts')
}

beforeEach(() => () => vi.unstubAllGlobals())

describe('the side panel', () => {
  it('starts with names where the window is wide enough', async () => {
    const wide = await openPage({ width: 1_600 })
    expect(wide.usePanelState.getState().isCollapsed).toBe(false)
    const tight = await openPage({ width: 1_000 })
    expect(tight.usePanelState.getState().isCollapsed).toBe(true)
  })

  it('starts in the state in which it was left, whatever the width', async () => {
    const { usePanelState } = await openPage({ cookie: 'side_panel=expanded', width: 1_000 })
    expect(usePanelState.getState().isCollapsed).toBe(false)
  })

  it('remembers each toggle', async () => {
    const { togglePanel, usePanelState } = await openPage({})
    togglePanel()
    expect(usePanelState.getState().isCollapsed).toBe(true)
    expect(document.cookie).toContain('side_panel=collapsed')
  })

  it('slides over a narrow window, which is not remembered', async () => {
    const { closeSlideOver, togglePanel, usePanelState } = await openPage({ width: 360 })
    togglePanel()
    expect(usePanelState.getState()).toEqual({ isCollapsed: true, isSlideOverOpen: true })
    expect(document.cookie).toBe('')
    closeSlideOver()
    expect(usePanelState.getState().isSlideOverOpen).toBe(false)
  })
})
