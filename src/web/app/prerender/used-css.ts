import { type Selector, transform } from 'lightningcss'

/**
 * The part of a style sheet that a page uses: rules for classes and elements that are not in it are
 * left out. Rules for states such as hover are kept.
 */
export function usedCss(css: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
      unescapeHtml(names).split(/\s+/),
    ),
  )
  const elements = new Set(
    [...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name.toLowerCase()),
  )
  for (const name of ['html', 'body']) elements.add(name)
  const isUsed = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === 'class') return classes.has(part.name)
      if (part.type === 'type') return elements.has(part.name)
      if (part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where'))
        return part.selectors.some(isUsed)
      return true
    })
  const { code } = transform({
    filename: 'page.css',
    code: new TextEncoder().encode(css),
    minify: true,
    visitor: {
      Rule: {
        style: ({ value }) => (value.selectors.some(isUsed) ? undefined : []),
      },
    },
  })
  return new TextDecoder().decode(code)
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
