import { barePath } from '#web/lib/preferences/locale.ts'

/**
 * Whether a path is one where somebody was busy; from anywhere else nobody needs to be carried
 * back.
 */
export function isSomewhere(path: string): boolean {
  const bare = barePath(new URL(path, 'http://own.invalid').pathname)
  return bare !== '/' && bare !== '/pricing' && bare !== '/pricing/done'
}
