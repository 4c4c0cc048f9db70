import { appMessages } from '#core/texts/messages/app.ts'
import { fill } from '#core/texts/messages/messages.ts'
import { type Language, languageFacts, pathIn } from '#platform/languages/languages.ts'
import { escapeHtml } from './html.ts'

/** Where the page is, without its language. */
export const offlinePath = '/offline'

type OfflinePage = {
  studio: string
  /** The path of its script, and of the icon. */
  script: string
  icon: string
  /** The accent colour of both themes as CSS variables; empty: the product's. */
  style: string
}

/** Draws the page for a studio that cannot be reached, with all of its style in it. */
export function drawOfflinePage(
  language: Language,
  { studio, script, icon, style }: OfflinePage,
): string {
  const texts = appMessages[language]
  const title = escapeHtml(fill(texts.offline_title, { studio }))
  const own = pathIn(offlinePath, language)
  return `<!doctype html>
<html lang="${languageFacts[language].tag}" data-theme="dark"${style && ` style="${style}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" type="image/png" href="${icon}">
<style>${css}</style>
</head>
<body>
<main>
<img src="${icon}" alt="" width="56" height="56">
<h1>${title}</h1>
<p>${escapeHtml(texts.offline_text)}</p>
<p>${escapeHtml(texts.offline_jobs)}</p>
<a href="">${escapeHtml(texts.offline_again)}</a>
<p class="small">${escapeHtml(texts.offline_checks)}<br><span id="checked" data-text="${escapeHtml(texts.offline_checked)}"></span></p>
</main>
<script src="${script}" data-own="${own}" data-home="${pathIn('/', language)}"></script>
</body>
</html>
`
}

/** The colours of web/app/styles/tokens.css. */
const css = `
:root{color-scheme:dark;--accent:light-dark(oklch(.56 .15 45),oklch(.76 .16 55));--on-accent:light-dark(oklch(.99 0 0),oklch(.18 .03 55))}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=system]{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(oklch(.985 .003 80),oklch(.16 .006 60));color:light-dark(oklch(.22 .01 60),oklch(.95 .005 80));font:16px/1.5 Geist,system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif}
main{box-sizing:border-box;width:100%;max-width:32rem;padding:2rem max(1.25rem,env(safe-area-inset-left))}
h1{margin:1.25rem 0 .75rem;font-size:1.5rem;line-height:1.25;font-weight:600;overflow-wrap:anywhere}
img{display:block;border-radius:12px}
p{margin:0 0 .75rem}
a{display:inline-flex;align-items:center;min-height:2.75rem;margin:.75rem 0 1.5rem;padding:0 1.25rem;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:500;text-decoration:none}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.small{min-height:3em;font-size:.875rem;color:light-dark(oklch(.42 .01 60),oklch(.74 .01 80))}
@media(forced-colors:active){a{border:1px solid}}
`
