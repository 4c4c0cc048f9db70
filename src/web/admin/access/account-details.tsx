import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { AdminAccountView } from '#core/accounts/contract/admin-accounts.ts'
import { roles } from '#core/accounts/rules/roles.ts'
import { accountQuery } from '#web/lib/account.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { ActionButton } from '../action-dialog.tsx'
import { accountDetailsQuery } from '../admin-query.ts'
import { QueryResult, Section } from '../admin-section.tsx'
import { roleText } from '../admin-texts.ts'
import { AuditTable } from '../audit.tsx'
import { Select } from '../setting-inputs.tsx'
import { usePermissions } from '../use-permission.ts'
import { AccountDataActions } from './account-data.tsx'
import { AccountLedger, Keys, Sessions } from './account-tables.tsx'
import { AccountStatus } from './accounts.tsx'
import { ApprovalActions } from './waiting-accounts.tsx'

/** What features show of an account. */
const FeatureSections = featureParts(
  import.meta.glob<ComponentType<{ account: AdminAccountView }>>(
    '/src/features/*/web/admin-account-section.tsx',
    { eager: true, import: 'AdminAccountSection' },
  ),
)

/** One account: its data, its sessions, the operator actions on it, and buttons for new ones. */
export function AccountDetails({ id }: { id: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Link
        to="/admin/accounts"
        className="w-fit text-small text-quiet underline underline-offset-2"
      >
        {m.admin_back_accounts()}
      </Link>
      <QueryResult query={useQuery(accountDetailsQuery(id))}>
        {(account) => <AccountContent account={account} />}
      </QueryResult>
    </div>
  )
}

function AccountContent({ account }: { account: AdminAccountView }) {
  const may = usePermissions()
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h2 className="text-title wrap-anywhere">{account.email}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet">
            {account.name}
            <AccountStatus account={account} />
            <span className="text-small">
              {m.admin_since()} {formatDate(account.created_at.slice(0, 10))}
            </span>
          </p>
          <RoleSource account={account} />
          <p className="mt-3 text-display tabular-nums">
            {formatNumber(account.credits)}{' '}
            <span className="text-body text-quiet">{m.admin_credits()}</span>
          </p>
          {account.owed > 0 && (
            <p className="text-bad">{m.admin_owes({ credits: formatNumber(account.owed) })}</p>
          )}
          {may('generations.read') && (
            <Link
              to="/admin/generations"
              query={{ find: account.email }}
              className="mt-2 inline-block text-small underline underline-offset-2"
            >
              {m.admin_work_of()}
            </Link>
          )}
        </div>
        {!account.deleted_at && <AccountActions account={account} />}
      </header>
      <FeatureSections account={account} />
      <AccountLedger account={account} />
      <Sessions sessions={account.sessions} />
      <Keys keys={account.keys} />
      {may('audit.read') && (
        <Section title={m.admin_acts()}>
          {account.acts.length > 0 ? (
            <AuditTable acts={account.acts} of="account" />
          ) : (
            <p className="text-quiet">{m.admin_none()}</p>
          )}
        </Section>
      )}
    </div>
  )
}

/** Who gave the role, where no operator did. */
function RoleSource({ account }: { account: AdminAccountView }) {
  const { role, role_source: provider, is_role_fixed: isFixed } = account
  if (!role || !(provider || isFixed)) return null
  const name = roleText(role)
  return (
    <p className="mt-1 text-small text-quiet">
      {isFixed
        ? m.admin_role_configured({ role: name })
        : m.admin_role_claimed({ role: name, provider: provider ?? '' })}
    </p>
  )
}

/** The actions of an operator on an account. */
function AccountActions({ account }: { account: AdminAccountView }) {
  const may = usePermissions()
  const [isWrong, setWrong] = useState(false)
  const path = (act: string) => `/api/admin/accounts/${account.id}/${act}`
  const body = (form: FormData) => {
    const credits = Number(form.get('credits'))
    const isRight = Number.isInteger(credits) && credits >= 1 && credits <= 100_000_000
    setWrong(!isRight)
    const note = String(form.get('note') ?? '').trim()
    return isRight ? { credits, ...(note && { note }) } : null
  }
  const suspension = account.suspended_at
    ? { title: m.admin_resume(), text: m.admin_resume_text(), path: path('resume') }
    : {
        title: m.admin_suspend(),
        text: m.admin_suspend_text(),
        path: path('suspend'),
        isDanger: true,
      }
  return (
    <div className="flex flex-wrap gap-2">
      {may('credits.grant') && (
        <ActionButton
          act={{
            title: m.admin_grant(),
            path: path('grant'),
            fields: (
              <CreditFields
                isWrong={isWrong}
                canCharge={!account.has_paid && may('accounts.mark_paid')}
              />
            ),
            body: (form) => {
              const given = body(form)
              return given && { ...given, paid: form.get('paid') === 'on' }
            },
          }}
        />
      )}
      {may('credits.take') && (
        <ActionButton
          act={{
            title: m.admin_take(),
            text: m.admin_take_text(),
            path: path('take'),
            fields: <CreditFields isWrong={isWrong} canCharge={false} />,
            body,
          }}
        />
      )}
      {account.approval && may('accounts.admit') && (
        <ApprovalActions account={{ ...account, approval: account.approval }} />
      )}
      {!account.approval && may('accounts.suspend') && (
        <ActionButton act={{ ...suspension, body: () => ({}) }} />
      )}
      <RoleAction account={account} />
      <AccountDataActions account={account} />
    </div>
  )
}

/** Changes what an account may do here; not one's own, nor that of `ADMIN_EMAILS`. */
function RoleAction({ account }: { account: AdminAccountView }) {
  const may = usePermissions()
  const { data: own } = useQuery(accountQuery)
  if (!may('roles.change') || account.is_role_fixed || own?.id === account.id) return null
  return (
    <ActionButton
      act={{
        title: m.admin_role_change(),
        text: m.admin_role_text(),
        path: `/api/admin/accounts/${account.id}/role`,
        fields: (
          <Field label={m.admin_role()}>
            {(control) => (
              <Select
                control={control}
                name="role"
                value={account.role ?? ''}
                options={[null, ...roles].map((role) => ({
                  value: role ?? '',
                  label: roleText(role),
                }))}
              />
            )}
          </Field>
        ),
        body: (form) => ({ role: String(form.get('role')) || null }),
      }}
    />
  )
}

function CreditFields({ isWrong, canCharge }: { isWrong: boolean; canCharge: boolean }) {
  return (
    <>
      <Field label={m.admin_credits()} error={isWrong ? m.admin_credits_wrong() : undefined}>
        {(control) => (
          <Input {...control} name="credits" inputMode="numeric" autoComplete="off" required />
        )}
      </Field>
      <Field label={m.admin_note()} hint={m.admin_note_hint()}>
        {(control) => <Input {...control} name="note" maxLength={200} autoComplete="off" />}
      </Field>
      {canCharge && (
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" name="paid" className="size-4 accent-accent" />
          {m.admin_grant_paid()}
        </label>
      )}
    </>
  )
}
