/** An account that the chooser offers. */
export type DemoAccount = { email: string; name: string; about: Record<'en' | 'zh', string> }

/**
 * What the provider tells about whoever signs in with this address, which is the subject too; the
 * name if known.
 */
export function claimsOf(email: string, accounts: DemoAccount[]) {
  const name = accounts.find((account) => account.email === email)?.name
  return { sub: email, email, email_verified: true, ...(name && { name }) }
}

/** The address as it is kept, or null when it is not one. */
export function parseEmail(text: string | null): string | null {
  const email = text?.trim().toLowerCase() ?? ''
  return email.length <= 254 && /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/.test(email) ? email : null
}
