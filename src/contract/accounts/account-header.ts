/**
 * The request header in which a page names the account it shows: the account's id, or `none` while
 * it shows “Sign in”. A browser has one session for all tabs, so a page may not know of the latest
 * sign-in.
 */
export const accountHeader = 'x-atelier-account'

/** The header's value for a page that shows “Sign in”. */
export const noAccount = 'none'
