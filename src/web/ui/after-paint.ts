/**
 * Does something once what has changed so far is on screen: whoever pressed sees an answer first.
 */
export function afterPaint(act: () => void): void {
  // Nothing is painted in a tab that nobody looks at.
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}
