/**
 * A cookie that pages write while nobody is signed in: which of language and theme were chosen in
 * this browser, as `language`, `theme` or `language.theme`. At the next sign-in these count, and
 * the account learns them; otherwise the account's own are applied.
 */
export const chosenHereCookie = 'atelier_chosen'

/** What of the two was chosen. */
export type Choice = 'language' | 'theme'
