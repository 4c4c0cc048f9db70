/** A link on the account page to a page of a feature: its file `web/account-link.ts`. */
export type AccountLink = { to: string; name: () => string }

const modules = import.meta.glob<{ link: AccountLink }>('/src/features/*/web/account-link.ts', {
  eager: true,
})

export const featureLinks = Object.values(modules).map(({ link }) => link)
