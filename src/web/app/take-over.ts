type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * Passes what was done on the prerendered page on to the app that replaces it: typed and chosen
 * values, the focus, and the last press. Call it before the first render, and the returned function
 * right after it.
 */
export function watchStaticPage(root: HTMLElement): () => void {
  const before = namesOf(root)
  const focus = watchFocus(root)
  return () => {
    const focused = focus.end()
    const after = new Map([...namesOf(root)].map(([element, name]) => [name, element]))
    const twinOf = (element: Element | null) => {
      const name = element instanceof HTMLElement && before.get(element)
      return name ? after.get(name) : undefined
    }
    for (const element of before.keys()) {
      const twin = twinOf(element)
      if (isControl(element) && twin && isControl(twin)) carryOver(element, twin)
    }
    refocus(focused, twinOf(focused))
    // Later, so that the app has the typed values.
    for (const [element] of before)
      if (element.hasAttribute('data-pressed')) setTimeout(() => twinOf(element)?.click())
  }
}

/** Resolves when no input method is composing: its text would be lost with the field. */
export async function untilComposed(root: HTMLElement): Promise<void> {
  if (root.dataset.composing === undefined) return
  await new Promise((resolve) => addEventListener('compositionend', resolve, { once: true }))
}

/** Every control and link, by a name that is the same on both pages. */
function namesOf(root: HTMLElement): Map<HTMLElement, string> {
  const counts = new Map<string, number>()
  const names = new Map<HTMLElement, string>()
  for (const element of root.querySelectorAll<HTMLElement>('a, button, input, textarea')) {
    const type = element.getAttribute('type')
    // Its text contains the price, which may differ.
    const label = type === 'submit' ? '' : labelOf(element)
    const name = [element.localName, type, element.closest('[id^="field-"]')?.id, label].join('|')
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    names.set(element, `${name}|${count}`)
  }
  return names
}

function labelOf(element: HTMLElement): string | null | undefined {
  const said = element.getAttribute('aria-label')
  if (said !== null || !isControl(element)) return said ?? element.textContent
  return element.labels?.[0]?.textContent
}

/** Tracks the focus: removing the prerendered page loses it before it can be read. */
function watchFocus(root: HTMLElement): { end(): Element | null } {
  let focused = document.activeElement
  const events = new AbortController()
  const { signal } = events
  root.addEventListener(
    'focusin',
    ({ target }) => {
      focused = target as Element
    },
    { signal },
  )
  root.addEventListener(
    'focusout',
    () => {
      // Later, when it is known whether the page itself was removed.
      setTimeout(() => {
        if (!signal.aborted) focused = document.activeElement
      })
    },
    { signal },
  )
  const end = () => {
    events.abort()
    return focused
  }
  return { end }
}

const isControl = (element: Element): element is Control =>
  element.matches('input:not([type="file"]), textarea')

function carryOver(from: Control, to: Control) {
  if ('checked' in from && 'checked' in to && /radio|checkbox/.test(from.type)) {
    const { type, checked, defaultChecked } = from
    // Of a radio group only the chosen button matters.
    const isMeant = checked !== defaultChecked && (checked || type === 'checkbox')
    if (isMeant && checked !== to.checked) to.click()
    return
  }
  if (from.value === from.defaultValue || from.value === to.value) return
  // React ignores a value set through its own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, from.value)
  to.dispatchEvent(new Event('input', { bubbles: true }))
}

function refocus(from: Element | null, to: HTMLElement | undefined) {
  if (!from || !to) return
  to.focus({ preventScroll: true })
  if (from instanceof HTMLTextAreaElement && to instanceof HTMLTextAreaElement) {
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
    to.scrollTop = from.scrollTop
  }
}
