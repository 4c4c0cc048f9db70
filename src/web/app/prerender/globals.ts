import { signedInHint } from '#core/history/contract/browser-state.ts'

/**
 * Stubs of the browser's globals for prerendering. Import it before everything else.
 */
Object.assign(globalThis, {
  location: new URL('http://localhost/'),
  document: { cookie: '' },
  matchMedia: () => ({ matches: false }),
})

/**
 * The pages are rendered as at this address, for a visitor who is not signed in, or for one who may
 * be and whose account is unknown.
 */
export function standAt(path: string, isSignedIn: boolean): void {
  Object.assign(globalThis, {
    location: new URL(path, 'http://localhost/'),
    document: { cookie: isSignedIn ? `${signedInHint}=1` : '' },
  })
}
