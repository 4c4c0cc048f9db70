import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { accountKey } from '#web/lib/account.ts'
import { ApiError, request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { useResumedAction } from '#web/lib/resume-action.ts'
import { forgetAllUploads } from '#web/lib/upload-store.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { LogIn } from '#web/ui/icons/form-icons.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Section } from './account-layout.tsx'

type AccountDeletionProps = { account: AccountView; onDeleted: () => void }

/** Deletion of the account. Its consequences are explained before the button. */
export function AccountDeletion({ account, onDeleted }: AccountDeletionProps) {
  const [isAsking, setAsking] = useState(false)
  useResumedAction(deleteAccountAction, true, () => setAsking(true))
  return (
    <Section title={m.account_delete()} hint={m.account_delete_hint()}>
      <div className="flex max-w-xl flex-col gap-4">
        <Consequences
          title={m.account_delete_goes()}
          items={[m.account_delete_goes_1(), m.account_delete_goes_2(), m.account_delete_goes_3()]}
        />
        <Consequences
          title={m.account_delete_stays()}
          items={[m.account_delete_stays_1(), m.account_delete_stays_2()]}
        />
        <div>
          <Button variant="danger" onClick={() => setAsking(true)}>
            {m.account_delete_begin()}
          </Button>
        </div>
      </div>
      <DeleteDialog
        open={isAsking}
        account={account}
        onClose={() => setAsking(false)}
        onDeleted={onDeleted}
      />
    </Section>
  )
}

function Consequences({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="text-body">{title}</h3>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-quiet">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The action that is resumed after signing in: opening this dialog, nothing more
 * (resume-action.ts).
 */
const deleteAccountAction = 'delete-account'

type DeleteDialogProps = {
  open: boolean
  account: AccountView
  onClose: () => void
  onDeleted: () => void
}

/** Deletes the account permanently, once its e-mail was typed. */
function DeleteDialog({ open, account, onClose, onDeleted }: DeleteDialogProps) {
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => request('DELETE', '/api/account', { body: { email: typed.trim() } }),
    onSuccess: () => {
      onDeleted()
      clearBrowserData()
      client.clear()
      client.setQueryData(accountKey, null)
    },
  })
  const isSame = typed.trim().toLowerCase() === account.email.toLowerCase()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isSame && !remove.isPending) remove.mutate()
  }
  const close = () => {
    if (remove.isPending) return
    setTyped('')
    setChecked(false)
    remove.reset()
    onClose()
  }
  const signInAgain = () => {
    close()
    askToSignIn({ description: m.account_delete_sign_in_why(), resumedAction: deleteAccountAction })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      closeLabel={m.app_close()}
      title={m.account_delete_title()}
      description={m.account_delete_text()}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {m.account_delete_keep()}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={remove.isPending}>
            {remove.isPending ? m.account_deleting() : m.account_delete_confirm()}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Losses account={account} />
        <Field
          label={m.account_delete_type({ email: account.email })}
          error={isChecked && !isSame ? m.account_delete_differs() : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {remove.error && <DeleteFailed error={remove.error} onSignIn={signInAgain} />}
      </form>
    </Dialog>
  )
}

/** Warns of credits that are lost with the account, and of a debt. */
function Losses({ account: { credits, owed } }: { account: AccountView }) {
  const left = credits.left_credits
  return (
    <>
      {left > 0 && (
        <Notice tone="warn">
          {m.account_delete_credits({ count: left, credits: formatNumber(left) })}
        </Notice>
      )}
      {owed > 0 && (
        <Notice tone="warn">
          {m.account_delete_owed({ count: owed, credits: formatNumber(owed) })}
        </Notice>
      )}
    </>
  )
}

/** Why the account was not deleted; a session that is too old leads to a new sign-in. */
function DeleteFailed({ error, onSignIn }: { error: Error; onSignIn: () => void }) {
  const isSessionOld = error instanceof ApiError && error.code === 'sign_in_again'
  return (
    <Notice
      tone={isSessionOld ? 'warn' : 'bad'}
      announce="now"
      action={
        isSessionOld && (
          <Button size="small" icon={LogIn} onClick={onSignIn}>
            {m.account_delete_sign_in()}
          </Button>
        )
      }
    >
      {errorText(error, m.account_delete_no_answer())}
    </Notice>
  )
}

/** Deletes the account's data in this browser: drafts, uploads, open records. */
function clearBrowserData(): void {
  void forgetAllUploads()
  try {
    sessionStorage.clear()
    localStorage.clear()
  } catch {
    // Where storage is switched off, nothing was stored.
  }
}
