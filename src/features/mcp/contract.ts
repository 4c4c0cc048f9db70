import { z } from 'zod'
import { connectionDays, oauthScopes } from './rules.ts'

/** How many applications an account may have connected at a time. */
export const maxApplications = 50

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    /** It is unknown which application asks, or it is not registered to be answered there. */
    invalid_application: object
    too_many_applications: { max: number }
  }
}

const parameter = z.string().max(4_000).optional()

/** The parameters with which an application sends a person to `/authorize`. */
export const AuthorizationParameters = z.object({
  client_id: parameter,
  redirect_uri: parameter,
  response_type: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  scope: parameter,
  state: parameter,
  resource: parameter,
})
export type AuthorizationParameters = z.infer<typeof AuthorizationParameters>

/** `POST /api/account/applications/check`. */
export const CheckAuthorization = z.object({ parameters: AuthorizationParameters })

/** What a person is asked to allow; or where to send them, because it cannot be. */
export const AuthorizationView = z
  .object({
    redirect_to: z
      .string()
      .nullable()
      .meta({ description: 'The address that tells the application what is wrong.' }),
    name: z.string().nullable().meta({ description: 'As the application names itself.' }),
    host: z.string().nullable().meta({ description: 'Where it is answered.' }),
    scopes: z.array(z.enum(oauthScopes)),
  })
  .meta({ id: 'Authorization' })
export type AuthorizationView = z.infer<typeof AuthorizationView>

const cap = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .nullable()
  .meta({ description: 'The most credits it may spend; null: no limit.' })

const caps = { daily_cap: cap, monthly_cap: cap }

/** `POST /api/account/applications`: what the person decided. */
export const DecideAuthorization = z.object({
  parameters: AuthorizationParameters,
  is_allowed: z.boolean(),
  ...caps,
  days: z.literal(connectionDays).meta({ description: 'After how many days it has to ask again.' }),
})

/** Where to send the person afterwards. */
export const AuthorizationDecided = z.object({ redirect_to: z.string() })

/** `PATCH /api/account/applications/{id}`. */
export const ChangeApplication = z.object(caps)

/** A connected application as its account sees it. */
export const ApplicationView = z
  .object({
    id: z.string(),
    name: z.string(),
    host: z.string(),
    scopes: z.array(z.enum(oauthScopes)),
    ...caps,
    spent_today: z.int().meta({ description: 'Credits charged today (UTC).' }),
    spent_this_month: z.int().meta({ description: 'Credits charged this month (UTC).' }),
    spent_total: z.int(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Application' })
export type ApplicationView = z.infer<typeof ApplicationView>

/** `GET /api/account/applications`: those that are connected, newest first. */
export const ApplicationList = z.object({ applications: z.array(ApplicationView) })
