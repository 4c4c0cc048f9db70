/** Smaller differences are the browser's own bars, in px. */
const smallestKeyboard = 120

/**
 * How much of the bottom of the page an on-screen keyboard covers, in px. Enlarging the page with
 * two fingers makes the visible part smaller, too, which is no keyboard.
 */
export function coveredHeight(
  { height, offsetTop, scale }: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>,
  pageHeight: number,
): number {
  const covered = Math.round(pageHeight - height - offsetTop)
  return scale < 1.01 && covered >= smallestKeyboard ? covered : 0
}

/** Keeps `--keyboard` of an element at that height; returns what ends it. */
export function followKeyboard(element: HTMLElement | null): (() => void) | undefined {
  const viewport = window.visualViewport
  if (!viewport || !element) return undefined
  const follow = () => {
    const { clientHeight } = document.documentElement
    element.style.setProperty('--keyboard', `${coveredHeight(viewport, clientHeight)}px`)
  }
  viewport.addEventListener('resize', follow)
  viewport.addEventListener('scroll', follow)
  return () => {
    viewport.removeEventListener('resize', follow)
    viewport.removeEventListener('scroll', follow)
  }
}
