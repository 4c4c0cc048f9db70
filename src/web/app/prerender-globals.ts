import { signedInHint } from '#contract/browser-state.ts'

/**
 * Stubs of the browser's globals for prerendering: the account is unknown, and so is whether there
 * is a session. Import it before everything else.
 */
Object.assign(globalThis, {
  location: new URL('http://localhost/'),
  document: { cookie: `${signedInHint}=1` },
  matchMedia: () => ({ matches: false }),
})

/** The pages are rendered as at this address. */
export function standAt(path: string): void {
  Object.assign(globalThis, { location: new URL(path, 'http://localhost/') })
}
