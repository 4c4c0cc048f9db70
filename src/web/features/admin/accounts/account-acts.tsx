import { useState } from 'react'
import type { AdminAccountView } from '#contract/admin-accounts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import { Input } from '#web/ui/controls/input.tsx'
import { ActButton } from '../parts/act-dialog.tsx'

/** What an operator may do to an account. */
export function AccountActs({ account }: { account: AdminAccountView }) {
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
      <ActButton
        act={{
          title: m.admin_grant(),
          path: path('grant'),
          fields: <CreditFields isWrong={isWrong} canCharge={!account.has_paid} />,
          body: (form) => {
            const given = body(form)
            return given && { ...given, paid: form.get('paid') === 'on' }
          },
        }}
      />
      <ActButton
        act={{
          title: m.admin_take(),
          text: m.admin_take_text(),
          path: path('take'),
          fields: <CreditFields isWrong={isWrong} canCharge={false} />,
          body,
        }}
      />
      <ActButton act={{ ...suspension, body: () => ({}) }} />
    </div>
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
