/**
 * The only script that a prerendered page loads by itself. It decides when the app is fetched, and
 * records the last press until then. Typed text stays in its field; `take-over.ts` passes both on
 * to the app. It imports nothing, so that it stays one small file.
 */
const script = document.querySelector<HTMLScriptElement>('script[data-app]')
const root = document.getElementById('app')

/** On a phone the first of these events fetches the app; the page is complete without it. */
const intents = ['touchstart', 'pointerdown', 'keydown', 'focusin', 'input', 'scroll']

/** How long to wait after a lost connection, in ms. */
const retryMs = 2_000

if (script?.dataset.app && root) boot(root, script.dataset.app, script.dataset)

function boot(root: HTMLElement, app: string, { style = '', early = '', start }: DOMStringMap) {
  let isFetching = false

  async function fetchApp() {
    if (isFetching) return
    isFetching = true
    const links = early.split(' ').map((href) => link('modulepreload', href))
    try {
      const sheet = link('stylesheet', style)
      links.push(sheet)
      await new Promise((resolve, reject) => {
        sheet.onload = resolve
        sheet.onerror = reject
      })
      await import(/* @vite-ignore */ app)
    } catch {
      for (const each of links) each.remove()
      isFetching = false
      // The next event tries again; input that waits for the app does not depend on one.
      const isAwaited = root.querySelector('[data-pressed]') || hasInput(root)
      if (isAwaited) setTimeout(() => void fetchApp(), retryMs)
    }
  }

  const isStatic = () => root.dataset.static !== undefined
  const onIntent = () => {
    if (isStatic()) void fetchApp()
  }
  for (const intent of intents) addEventListener(intent, onIntent, { capture: true, passive: true })
  addEventListener('click', (event) => isStatic() && press(root, event), true)
  addEventListener('keydown', (event) => isStatic() && pressByShortcut(root, event), true)
  addEventListener('compositionstart', () => root.setAttribute('data-composing', ''))
  addEventListener('compositionend', () => root.removeAttribute('data-composing'))

  const phone = matchMedia('(hover: none) and (width < 48rem)')
  // A stored draft or the address will change the form: input before that would be overwritten.
  root.inert = Boolean(location.search || location.hash) || holdsAnything('sessionStorage')
  const isFirstVisit = start !== 'now' && document.cookie === '' && !holdsAnything('localStorage')
  if (root.inert || !isFirstVisit || document.activeElement !== document.body) void fetchApp()
  else whenLoaded(() => phone.matches || void fetchApp())
}

function link(rel: string, href: string): HTMLLinkElement {
  const element = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' })
  document.head.append(element)
  return element
}

/** Whether an earlier visit stored anything, such as a draft. Storage may be switched off. */
function holdsAnything(place: 'sessionStorage' | 'localStorage'): boolean {
  try {
    return globalThis[place].length > 0
  } catch {
    return false
  }
}

function whenLoaded(act: () => void) {
  const soon = () => setTimeout(act, 50)
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

/** Records a press for the app. A link works without it, unless typed text would be lost. */
function press(root: HTMLElement, event: MouseEvent) {
  const { ctrlKey, metaKey, shiftKey } = event
  const target = event.target instanceof Element ? event.target : null
  const pressed = target?.closest('a, button, input[type="file"]')
  if (!pressed || !root.contains(pressed) || ctrlKey || metaKey || shiftKey) return
  const inPlace = pressed instanceof HTMLAnchorElement && pressed.hash !== ''
  if (pressed instanceof HTMLAnchorElement && (inPlace || !hasInput(root))) return
  event.preventDefault()
  mark(root, pressed)
}

/** Records Ctrl or Cmd with Enter, the form's shortcut, as a press of its button. */
function pressByShortcut(root: HTMLElement, { key, ctrlKey, metaKey, target }: KeyboardEvent) {
  const isInForm = target instanceof Element && target.closest('form')
  const submit = root.querySelector('button[type="submit"]')
  if (key === 'Enter' && (ctrlKey || metaKey) && isInForm && submit) mark(root, submit)
}

function mark(root: HTMLElement, pressed: Element) {
  const marks = { 'data-pressed': '', 'aria-busy': 'true' }
  for (const before of root.querySelectorAll('[data-pressed]'))
    for (const name of Object.keys(marks)) before.removeAttribute(name)
  for (const [name, value] of Object.entries(marks)) pressed.setAttribute(name, value)
}

function hasInput(root: HTMLElement): boolean {
  const inputs = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...inputs].some((each) =>
    'checked' in each && /radio|checkbox/.test(each.type)
      ? each.checked !== each.defaultChecked
      : each.value !== each.defaultValue,
  )
}
