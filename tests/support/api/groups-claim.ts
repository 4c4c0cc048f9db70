import { findAccountByEmail } from '#core/accounts/queries/accounts.ts'
import { resolveSettings, type StudioSettings } from '#core/settings/studio-settings-rules.ts'
import type { SignInMethod } from '#providers/identity.ts'
import { createOpenIdProvider } from '#providers/openid.ts'
import { createBrowser } from '../browser.ts'
import { testSignInMethod } from '../context.ts'
import { type Claims, startIssuer } from '../issuer.ts'
import { testSettings } from '../settings.ts'
import { signInEnvironment } from './sign-in.ts'

/**
 * The product with three identity providers: `acme` names groups in its id_token, `distant` in its answer
 * to a request, `plain` nowhere. `set` replaces the settings; `warnings` has what was logged.
 */
export async function claimEnvironment() {
  const settings = testSettings()
  let current = settings.current()
  const warnings: unknown[] = []
  const log = {
    info: () => undefined,
    error: () => undefined,
    warn: (about: object, text: string) => void warnings.push({ ...about, text }),
  }
  const world = await signInEnvironment({ settings: { ...settings, current: () => current }, log })
  const { url, person, context } = world

  async function addIssuer(id: string, groupsClaim: string | null, isEmailInToken = true) {
    const registered = await startIssuer(() => person.claims, {
      redirectUris: [`${url}/api/auth/callback/${id}`],
      isEmailInToken,
    })
    const provider = createOpenIdProvider({ ...registered, groupsClaim })
    const own = { id, name: id, isTrusted: true, hasGroups: groupsClaim !== null }
    ;(context.signInMethods as SignInMethod[]).push(testSignInMethod(provider, own))
  }
  await addIssuer('acme', 'groups')
  await addIssuer('distant', 'groups', false)
  await addIssuer('plain', null)

  return {
    context,
    warnings,
    set(values: Partial<StudioSettings>, source: 'database' | 'file' = 'database') {
      current = {
        ...settings.current(),
        ...resolveSettings({ [source]: values }, settings.current().settings),
      }
    },
    /** Signs in; returns the account as it is afterwards. */
    async signIn(claims: Claims, groups?: unknown, method = 'acme') {
      person.claims = { ...claims, ...(groups !== undefined && { groups }) }
      const browser = createBrowser()
      const way = `${url}/api/auth/sign-in?${new URLSearchParams({ method })}`
      const isCallback = (at: URL) => at.pathname.startsWith('/api/auth/callback')
      const { failure } = await world.enter(browser, (await browser.open(way, isCallback)).url)
      if (failure !== null) throw new Error(`The sign-in failed: ${failure}`)
      const account = await findAccountByEmail(context.database, claims.email ?? '')
      if (!account) throw new Error('There is no account')
      return account
    },
  }
}
