import type { Accent, ThemedAccent } from '../accent-color-rules.ts'

/** The variables of a logo for the root element of a page; `Mark` shows it. */
export function logoVariables(path: string): Record<string, string> {
  return { '--logo': `url(${path})`, '--mark-opacity': '0' }
}

/** The variables of an accent colour (web/app/styles/tokens.css), for the root element of a page. */
export function accentVariables({ light, dark }: Accent): Record<string, string> {
  const both = (name: keyof ThemedAccent) => `light-dark(${light[name]}, ${dark[name]})`
  return {
    '--accent': both('accent'),
    '--accent-strong': both('strong'),
    '--on-accent': both('on'),
  }
}
