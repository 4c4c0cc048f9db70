/** How the product may look: dark, light, or as the reader's system. */
export const themes = ['dark', 'light', 'system'] as const
export type Theme = (typeof themes)[number]

/**
 * The request header in which a page names the account it shows: the account's id, or `none` while
 * it shows “Sign in”. A browser has one session for all tabs, so a page may not know of the latest
 * sign-in.
 */
export const accountHeader = 'x-atelier-account'

/** The header's value for a page that shows “Sign in”. */
export const noAccount = 'none'

/**
 * A cookie that pages may read: present when somebody signed in with this browser. It proves
 * nothing.
 */
export const signedInHint = 'atelier_signed_in'

/**
 * A cookie that pages write while nobody is signed in: which of language and theme were chosen in
 * this browser, as `language`, `theme` or `language.theme`. At the next sign-in these count, and
 * the account learns them; otherwise the account's own are applied.
 */
export const chosenHereCookie = 'atelier_chosen'

/** What of the two was chosen. */
export type Choice = 'language' | 'theme'

/** The parameter that a page is opened with when signing in did not work. */
export const signInParameter = 'sign_in'

/**
 * Why not. `declined`: the person went back; `unverified`: the e-mail address is not confirmed
 * there; `taken`: it belongs to an account with another identity; `unavailable`: the identity
 * provider could not be asked; `failed`: anything else.
 */
export const signInFailures = ['declined', 'unverified', 'taken', 'unavailable', 'failed'] as const
export type SignInFailure = (typeof signInFailures)[number]
