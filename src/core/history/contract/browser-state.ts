/** The theme: dark, light, or the system's. */
export const themes = ['dark', 'light', 'system'] as const
export type Theme = (typeof themes)[number]

/**
 * The request header in which a page names the account it shows: the account's id, or `none` while
 * it shows “Sign in”. A browser has one session for all tabs, so a page may have missed the latest
 * sign-in.
 */
export const accountHeader = 'x-atelier-account'

/** The header's value for a page that shows “Sign in”. */
export const noAccount = 'none'

/** The header with the mark of the settings that an answer was made with. */
export const settingsHeader = 'x-settings-mark'

/** The header with the revision of the models that an answer was made with. */
export const revisionHeader = 'x-models-revision'

/** A cookie that pages may read: present after a sign-in with this browser. It proves nothing. */
export const signedInHint = 'atelier_signed_in'

/**
 * A cookie that pages write while signed out: which of language and theme were selected in this
 * browser, as `language`, `theme` or `language.theme`. The next sign-in stores these in the
 * account; otherwise the account's own are applied.
 */
export const chosenHereCookie = 'atelier_chosen'

/** Which of the two were selected. */
export type Choice = 'language' | 'theme'

/** The parameter of the page that opens after a failed sign-in. */
export const signInParameter = 'sign_in'

/**
 * The reason, where it is not that a person may not have an account here (`SignUpRefusal`). `declined`: the user cancelled; `unverified`: the e-mail address is not confirmed
 * there; `taken`: it belongs to an account with another identity; `unavailable`: the identity
 * provider did not answer; `failed`: anything else.
 */
export const signInFailures = ['declined', 'unverified', 'taken', 'unavailable', 'failed'] as const
export type SignInFailure = (typeof signInFailures)[number]
