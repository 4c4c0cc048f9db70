/**
 * The script of the page for a studio that cannot be reached (core/pages/offline-page.ts): it opens
 * the requested page as soon as the studio answers. It imports nothing, so that it stays one file.
 */
const { own = '', home = '/' } =
  document.querySelector<HTMLScriptElement>('script[data-own]')?.dataset ?? {}

/** Between two attempts, in ms: more with each, because servers come back to many pages. */
const firstDelayMs = 2_000
const maxDelayMs = 20_000

let delayMs = firstDelayMs
let timer: ReturnType<typeof setTimeout> | undefined

async function attempt(): Promise<void> {
  clearTimeout(timer)
  if (await isReachable()) {
    // Opened by its own address, it would only show itself again.
    if (location.pathname === own) location.replace(home)
    else location.reload()
    return
  }
  const checked = document.getElementById('checked')
  const time = new Date().toLocaleTimeString(document.documentElement.lang)
  if (checked) checked.textContent = checked.dataset.text?.replace('{time}', time) ?? ''
  delayMs = Math.min(delayMs * 1.5, maxDelayMs)
  plan()
}

async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    return status !== 502 && status !== 504
  } catch {
    return false
  }
}

function plan(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void attempt(), delayMs)
}

// The stored page has the theme of the time it was stored.
const [, theme] = /(?:^|; )theme=(dark|light|system)/.exec(document.cookie) ?? []
if (theme) document.documentElement.dataset.theme = theme
addEventListener('online', () => void attempt())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void attempt()
})
plan()
