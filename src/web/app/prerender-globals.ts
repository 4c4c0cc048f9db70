import { signedInHint } from '#contract/browser-state.ts'

/**
 * What the pages ask of a browser when they are drawn where there is none: a reader of whom
 * nothing is known yet, not even whether somebody is signed in. Import it before everything else.
 */
Object.assign(globalThis, {
  location: new URL('http://localhost/'),
  document: { cookie: `${signedInHint}=1` },
  matchMedia: () => ({ matches: false }),
})

/** The pages are drawn as this address shows them. */
export function standAt(path: string): void {
  Object.assign(globalThis, { location: new URL(path, 'http://localhost/') })
}
