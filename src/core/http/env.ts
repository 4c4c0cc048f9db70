import type { RouteConfig } from '@hono/zod-openapi'
import type { Context, ErrorHandler, Hono } from 'hono'
import type { GivingLimit } from '#core/accounts/rules/roles.ts'
import type { Caller, Credential } from '#core/accounts/sign-in/authenticate.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import type { LedgerNotes } from '#core/credits/ledger-text-contract.ts'
import type { OembedView } from '#core/pages/oembed-contract.ts'
import type { PageAnswer } from '#core/pages/page-data-contract.ts'
import type { AllParts } from '#core/parts.ts'
import type { Language } from '#platform/languages/languages.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { RequestLimits } from './middleware/limit-requests.ts'
import type { AddedPage } from './public-page.ts'

/** What a feature adds to the HTTP API. */
export interface FeatureRoutes {
  routes(options: ApiOptions): Hono<Env>
  bases?: readonly FeatureBase[]
  /** Pages that read the database: their requests are limited by the minute. */
  limitedPages?: readonly LimitedPages[]
  readPage?(options: ApiOptions): ReadPage
  embed?(options: ApiOptions): Embed
  /** Paths, or with a star at the end all below, whose JSON may contain files as `data:` URIs. */
  withDataUris?: readonly string[]
  /** Paths, or with a star at the end all below, whose JSON may be as large as a model's definition. */
  largerBodies?: readonly string[]
  /** Paths whose bodies are streamed, and have a limit of their own. */
  streamedBodies?: RegExp
  documentation?: FeatureDocumentation
  /** Paths without a limit of requests: webhooks, whose senders repeat what is refused. */
  unlimitedPaths?: readonly string[]
  /** Answers that the page at a path, without a language, shows first. */
  pageAnswers?(options: ApiOptions, path: string): readonly PageAnswer[]
  /** The texts of the notes that it writes into the ledger. */
  ledgerNotes?: LedgerNotes
  /** Its links on the page of a shared file, for readers without scripts. */
  sharedFileLinks?(file: {
    address: string
    language: Language
  }): readonly { path: string; text: string }[]
  /** Those of its pages that the build prerenders. */
  prerenderedPages?: readonly string[]
  /** The error codes that it adds. */
  errors?: {
    /** By code. */
    statuses: Readonly<Record<string, 400 | 403 | 404 | 409 | 413 | 415 | 422 | 429>>
    /** By code: after how many seconds a retry may succeed. */
    pauses?: Readonly<Record<string, number>>
    /** By language and code, with placeholders such as `{max}`. */
    texts: Record<Language, Readonly<Record<string, string>>>
  }
}

/** Pages by a path without a language; with a star at its end all below. */
export type LimitedPages = {
  path: `/${string}/*`
  /** Whether the account of a request is looked up, and its answer has an origin. */
  isAuthenticated: boolean
}

/**
 * Reads a public page of a feature, as everyone sees it, by its path without a language; `null`: what it
 * shows does not exist; `undefined`: it is none of the feature.
 */
export type ReadPage = (c: RequestContext, path: string) => Promise<AddedPage | null | undefined>

/** What another site asks of a page, by its path without a language. Sizes in pixels. */
export type EmbedRequest = {
  path: string
  language: Language
  maxWidth: number | undefined
  maxHeight: number | undefined
}

/** Describes a page to another site that embeds it; `undefined`: it is none of the feature. */
export type Embed = (c: RequestContext, asked: EmbedRequest) => Promise<OembedView | undefined>

/** An address of a feature besides `/api`, for programs: traced, limited by the minute and authenticated. */
export type FeatureBase = {
  /** With a star at the end, all below. */
  path: `/${string}`
  /** Whether pages of `CORS_ORIGINS` may use it with a key. */
  isForOrigins: boolean
  /**
   * Whether its answers may be files, which are guarded as those of `/media`, and the forms of its
   * paths `withDataUris` are streamed and have a limit of their own.
   */
  hasFiles?: boolean
  /** Whether its handlers look at the scopes of a key themselves. */
  looksAtScopes?: boolean
  /** Where its clients send their key besides the header `authorization`. It is in no log. */
  readKey?(c: RequestContext): string | undefined
  /** Presents refusals in its own format; absent: as `/api`. */
  createErrorHandler?(log: Log): ErrorHandler<Env>
}

/** The addresses of all features besides `/api`. */
export function basesOf(features: readonly FeatureRoutes[]): FeatureBase[] {
  return features.flatMap(({ bases = [] }) => bases)
}

/** How the description of the API groups the operations of a feature. */
export type FeatureDocumentation = {
  group: string
  paths: RegExp
  /** Those that no route describes. */
  operations: readonly RouteConfig[]
}

/** What the API needs besides the services. */
export interface ApiOptions {
  context: AllParts
  mode: 'demo' | 'production'
  /** Origin of the product as browsers see it, without a slash at the end. */
  publicUrl: string
  /** Whether the operator set it; otherwise answers use the origin of the request. */
  publicUrlIsFixed: boolean
  /** Origins of other pages that may use the API with a key, never with a cookie. */
  corsOrigins: ReadonlySet<string>
  sessionSecret: string
  /** The configured address of the provider's queue: programs may send it to the proxy, too. */
  falQueueUrl: string
  /** Aborts when the server stops: open streams end. */
  closing: AbortSignal
  limits: RequestLimits
  /** How long a request of the APIs for unmodified clients waits for its result, in ms. */
  resultWaitMs: number
  /** Whether PostgreSQL is reachable and the schema current. */
  isReady(): Promise<boolean>
  metrics: MetricsOptions
  features: readonly FeatureRoutes[]
  /** The paths of the pages of features; one with a slash at its end stands for all below. */
  pages: readonly string[]
}

/**
 * The operator's metrics, and who may read them: with a token, its holders; without one, everyone
 * or no one.
 */
export type MetricsOptions = {
  read(): Promise<{ contentType: string; text: string }>
  token: string | undefined
  isOpen: boolean
}

/** A request as helper functions read it; a route's rule may have narrowed the handler's own. */
export type RequestContext = Omit<Context<Env>, 'set'>

/** The variables of every request. */
export type Env = {
  Variables: {
    account: AccountRow | null
    /** The credential that identified the account. */
    credential: Credential | null
    /** The API key that identified it; `null`: a session, or a visitor. */
    key: Caller['key']
    language: Language
    /** How many credits a person in `/admin` may give; `null`: no limit. */
    givingLimit?: GivingLimit | null
    /** The base of addresses in the answer, without a slash at the end. */
    origin: string
  }
}
