import { useState } from 'react'
import type { AccountView } from '#contract/account.ts'
import { formatDate } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { AccountFrame } from './account-frame.tsx'
import { AccountLinks } from './account-links.tsx'
import { Deleted } from './leaving/deleted.tsx'
import { Deletion } from './leaving/deletion.tsx'
import { Export } from './leaving/export.tsx'
import { Limits } from './limits/limits.tsx'
import { Preferences } from './preferences/preferences.tsx'
import { Sessions } from './sessions/sessions.tsx'

/** Who one is here, and everything that can be set about it. */
export function AccountPage({ title }: { title: string }) {
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) return <Deleted />
  return (
    <AccountFrame title={title}>
      {(account) => (
        <>
          <Profile account={account} />
          {account.is_suspended && (
            <div className="mb-6">
              <Notice tone="warn" title={m.account_suspended_title()}>
                {m.account_suspended_text()}
              </Notice>
            </div>
          )}
          <AccountLinks account={account} />
          <Preferences account={account} />
          <Limits account={account} />
          <Sessions />
          <Export />
          <Deletion account={account} onDeleted={() => setDeleted(true)} />
        </>
      )}
    </AccountFrame>
  )
}

function Profile({ account: { name, email, created_at } }: { account: AccountView }) {
  return (
    <div className="mt-3 mb-6">
      {name && <p className="text-prompt wrap-anywhere">{name}</p>}
      <p className={name ? 'text-quiet wrap-anywhere' : 'text-prompt wrap-anywhere'}>{email}</p>
      <p className="mt-1 text-small text-quiet">
        {m.account_since({ date: formatDate(created_at) })}
      </p>
    </div>
  )
}
