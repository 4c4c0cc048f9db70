import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { accountQuery } from '#web/lib/account.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { FieldLabel } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { AuthorizationView } from '../contract.ts'
import { connectionDays } from '../rules.ts'
import { scopeTexts } from './applications-query.ts'
import { areCaps, CapFields } from './cap-fields.tsx'

/** What an application is proposed to spend, in credits: a person changes it. */
const proposedCaps = { daily_cap: 500, monthly_cap: 5_000 }
const proposedDays = 30

/** Where a person decides whether an application may use the account (OAuth 2.1). */
export function AuthorizePage() {
  const studio = useStudioName()
  const { query: parameters } = useLocation()
  const { data: account } = useQuery(accountQuery)
  const asked = useQuery({
    queryKey: ['authorization', parameters],
    queryFn: ({ signal }) =>
      request('POST', '/api/account/applications/check', { body: { parameters }, signal }),
    enabled: Boolean(account),
    retry: retryUnlessRefused,
  })
  const redirectTo = asked.data?.redirect_to
  useEffect(() => {
    if (redirectTo) location.replace(redirectTo)
  }, [redirectTo])

  if (account === undefined) return null
  if (account === null)
    return (
      <Card title={m.authorize_sign_in_title({ studio })}>
        <p className="text-quiet">{m.authorize_sign_in_text({ studio })}</p>
        <Button variant="primary" size="large" onClick={() => askToSignIn()}>
          {m.app_sign_in()}
        </Button>
      </Card>
    )
  if (asked.error)
    return (
      <Card title={m.authorize_invalid_title()}>
        <Notice tone="bad" announce="now">
          {errorText(asked.error)}
        </Notice>
        <Link to="/account/keys" className={buttonStyle({ size: 'large' })}>
          {m.authorize_to_applications()}
        </Link>
      </Card>
    )
  if (!asked.data?.name) return null
  return <Decision asked={asked.data} account={account} parameters={parameters} />
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="m-auto flex w-full max-w-lg flex-col gap-6 px-6 py-12">
      <h1 className="text-title text-balance wrap-anywhere">{title}</h1>
      {children}
    </div>
  )
}

type DecisionProps = {
  asked: AuthorizationView
  account: AccountView
  parameters: Record<string, string>
}

function Decision({ asked, account, parameters }: DecisionProps) {
  const studio = useStudioName()
  const daysId = useId()
  const [caps, setCaps] = useState<{ daily_cap: number | null; monthly_cap: number | null }>(
    proposedCaps,
  )
  const [days, setDays] = useState<(typeof connectionDays)[number]>(proposedDays)
  const name = asked.name ?? ''
  const canSpend = asked.scopes.includes('create')
  const decide = useMutation({
    mutationFn: (is_allowed: boolean) =>
      request('POST', '/api/account/applications', {
        body: { parameters, is_allowed, ...caps, days },
        account: account.id,
      }),
    onSuccess: ({ redirect_to }) => location.assign(redirect_to),
  })
  const { isPending, isSuccess } = decide
  const allow = (event: FormEvent) => {
    event.preventDefault()
    if (areCaps(caps) && !isPending) decide.mutate(true)
  }
  if (isSuccess)
    return (
      <Card title={m.authorize_done_title({ name })}>
        <p role="status" className="text-quiet">
          {m.authorize_done_text({ name })}
        </p>
      </Card>
    )
  return (
    <Card title={m.authorize_title({ name, studio })}>
      <dl className="flex flex-col gap-3 rounded-panel border border-line bg-raised p-4">
        <Fact label={m.authorize_account()}>{account.email}</Fact>
        <Fact label={m.authorize_host()}>{asked.host}</Fact>
        <Fact label={m.authorize_may()}>
          <ul className="list-disc pl-5">
            {scopeTexts(asked.scopes).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Fact>
      </dl>
      <p className="text-quiet wrap-anywhere">
        {m.authorize_warning({ name, host: asked.host ?? '' })}
      </p>
      <form
        noValidate
        aria-label={m.authorize_title({ name, studio })}
        onSubmit={allow}
        className="flex flex-col gap-6"
      >
        {canSpend && <CapFields caps={caps} onChange={setCaps} />}
        <div className="flex flex-col gap-1.5">
          <FieldLabel>{m.authorize_days()}</FieldLabel>
          <Segmented
            label={m.authorize_days()}
            options={connectionDays.map((value) => ({
              value,
              label: String(value),
            }))}
            value={days}
            onChange={setDays}
            describedBy={daysId}
          />
          <p id={daysId} className="text-small text-quiet">
            {m.authorize_days_hint()}
          </p>
        </div>
        {decide.error && (
          <Notice tone="bad" announce="now">
            {errorText(decide.error)}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            size="large"
            busy={isPending}
            aria-disabled={!areCaps(caps) || undefined}
          >
            {m.authorize_allow()}
          </Button>
          <Button size="large" onClick={() => isPending || decide.mutate(false)}>
            {m.authorize_deny()}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-quiet">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
