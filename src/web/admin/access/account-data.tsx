import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExportBegunView } from '#core/account-data/contract.ts'
import type { AdminAccountView } from '#core/accounts/contract/admin-accounts.ts'
import { accountQuery } from '#web/lib/account.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { ActionButton } from '../action-dialog.tsx'
import { usePermissions } from '../use-permission.ts'

/** Exports and deletes the account of another person. */
export function AccountDataActions({ account }: { account: AdminAccountView }) {
  const may = usePermissions()
  const { data: own } = useQuery(accountQuery)
  const isOwn = own?.id === account.id
  const canDelete = account.role !== 'owner' || own?.role === 'owner'
  return (
    <>
      {may('accounts.export') && (
        <ActionButton
          act={{
            title: m.admin_export(),
            text: m.admin_export_text(),
            path: `/api/admin/accounts/${account.id}/export`,
            body: () => ({}),
            onDone: ({ url }: ExportBegunView) => download(url),
          }}
        />
      )}
      {may('accounts.delete') && !isOwn && canDelete && <DeleteAction account={account} />}
    </>
  )
}

function DeleteAction({ account: { id, email } }: { account: AdminAccountView }) {
  const [isWrong, setWrong] = useState(false)
  const read = (form: FormData) => {
    const typed = String(form.get('email') ?? '').trim()
    const isSame = typed.toLowerCase() === email.toLowerCase()
    setWrong(!isSame)
    return isSame ? { email: typed } : null
  }
  return (
    <ActionButton
      act={{
        title: m.admin_delete_account(),
        text: m.admin_delete_account_text(),
        path: `/api/admin/accounts/${id}/delete`,
        fields: (
          <Field
            label={m.admin_delete_account_type({ email })}
            error={isWrong ? m.admin_delete_account_differs() : undefined}
          >
            {(control) => (
              <Input {...control} name="email" type="email" autoComplete="off" required />
            )}
          </Field>
        ),
        body: read,
        isDanger: true,
      }}
    />
  )
}

/** The browser saves it while it is written, however large it is. */
function download(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
