/**
 * What the pages ask of a browser when they are drawn where there is none: a reader who comes for the first time. Import
 * it before everything else.
 */
Object.assign(globalThis, {
  location: new URL('http://localhost/'),
  document: { cookie: '' },
  matchMedia: () => ({ matches: false }),
})

/** The pages are drawn as this address shows them. */
export function standAt(path: string): void {
  Object.assign(globalThis, { location: new URL(path, 'http://localhost/') })
}
