import type { Context } from 'hono'
import type { Language } from '#contract/languages.ts'
import type { AccountRow, ServiceContext } from '#services/context.ts'
import type { Caller, Credential } from '#services/sign-in/authenticate.ts'
import type { Hub } from './events/hub.ts'
import type { RequestLimits } from './middleware/limit-requests.ts'

/** What the API needs beside the services. */
export type ApiOptions = {
  context: ServiceContext
  hub: Hub
  mode: 'demo' | 'production'
  /** Origin of the product as browsers see it, without a slash at the end. */
  publicUrl: string
  /** The operator set it; otherwise addresses in answers repeat the origin they were asked at. */
  publicUrlIsFixed: boolean
  sessionSecret: string
  /** The provider's queue as the operator configured it: programs may name it to the proxy, too. */
  falQueueUrl: string
  /** Fires when the server stops: open streams end. */
  closing: AbortSignal
  limits: RequestLimits
  /** Is PostgreSQL there and the schema current? */
  isReady(): Promise<boolean>
  metrics: MetricsOptions
}

/**
 * The operator's figures, and who may read them: whoever has the token; without one, everybody or
 * nobody.
 */
export type MetricsOptions = {
  read(): Promise<{ contentType: string; text: string }>
  token: string | undefined
  isOpen: boolean
}

/** A request as functions read it; a route's rule may have narrowed the handler's own. */
export type RequestContext = Omit<Context<Env>, 'set'>

/** What every handler finds on its request. */
export type Env = {
  Variables: {
    account: AccountRow | null
    /** What the account was known by. */
    credential: Credential | null
    /** The API key it was known by; `null`: a session, or nobody. */
    key: Caller['key']
    language: Language
    /** Where addresses in the answer begin, without a slash at the end. */
    origin: string
  }
}
