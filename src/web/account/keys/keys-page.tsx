import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { KeyView, NewKeyView } from '#core/accounts/contract/keys.ts'
import { request } from '#web/lib/api.ts'
import { errorText, unlessGone } from '#web/lib/error-text.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { type Prefetch, prefetchedMs } from '#web/lib/navigation/prefetch.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AccountLayout, QueryResult, Section } from '../account-layout.tsx'
import { CodeExamples } from './code-examples.tsx'
import { CreateKeyForm, NewKey } from './create-key.tsx'
import { accessTexts, keyAccess, keysQuery } from './keys.ts'

const FeatureSections = featureParts(
  import.meta.glob<ComponentType>('/src/features/*/web/keys-section.tsx', {
    eager: true,
    import: 'default',
  }),
)

/** Fetches the keys. */
export const prefetchKeys: Prefetch = (client) =>
  client.prefetchQuery({ ...keysQuery, staleTime: prefetchedMs })

/**
 * The account's API keys, and example programs. A key itself is shown once, until the user leaves
 * the page.
 */
export function KeysPage({ title }: { title: string }) {
  const [made, setMade] = useState<NewKeyView>()
  return (
    <AccountLayout isBelow title={title} intro={m.keys_intro()}>
      {() => (
        <div className="mt-8">
          <Section title={m.keys_make_title()} hint={m.keys_make_hint()}>
            {made ? (
              <NewKey made={made} onDone={() => setMade(undefined)} />
            ) : (
              <CreateKeyForm onMade={setMade} />
            )}
          </Section>
          <KeyList onRevoked={({ id }) => id === made?.id && setMade(undefined)} />
          <FeatureSections />
          <CodeExamples made={made} />
        </div>
      )}
    </AccountLayout>
  )
}

function KeyList({ onRevoked }: { onRevoked: (key: KeyView) => void }) {
  const keys = useQuery(keysQuery)
  return (
    <Section title={m.keys_yours()} hint={m.keys_yours_hint()}>
      <QueryResult query={keys} loading={m.keys_loading()} failed={m.keys_failed()}>
        {(found) =>
          found.length === 0 ? (
            <p className="text-quiet">{m.keys_none()}</p>
          ) : (
            <ul tabIndex={-1} className="-my-3 flex flex-col divide-y divide-line outline-none">
              {found.map((key) => (
                <KeyLine key={key.id} apiKey={key} onRevoked={() => onRevoked(key)} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Section>
  )
}

/** One key: its name, its scopes, its last use. */
function KeyLine({ apiKey, onRevoked }: { apiKey: KeyView; onRevoked: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { name, hint, created_at, last_used_at } = apiKey
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
          {name}
          <code className="font-mono text-small text-quiet">{hint}</code>
        </p>
        {/* A dot at the beginning of a line hangs outside it, and is cut off. */}
        <div className="mt-0.5 overflow-hidden text-small text-quiet">
          <ul className="-ml-4 flex flex-wrap *:before:inline-block *:before:w-4 *:before:text-center *:before:content-['·']">
            <li>{accessTexts[keyAccess(apiKey)].name()}</li>
            <li>
              {last_used_at
                ? m.keys_used({ when: formatDateTime(last_used_at) })
                : m.keys_never_used()}
            </li>
            <li>{m.keys_created({ date: formatDate(created_at) })}</li>
          </ul>
        </div>
      </div>
      <Button
        size="small"
        variant="quiet"
        aria-label={m.keys_revoke_of({ name })}
        onClick={() => setAsking(true)}
      >
        {m.keys_revoke()}
      </Button>
      <RevokeDialog
        open={isAsking}
        apiKey={apiKey}
        onClose={() => setAsking(false)}
        onRevoked={onRevoked}
      />
    </li>
  )
}

type RevokeDialogProps = {
  open: boolean
  apiKey: KeyView
  onClose: () => void
  onRevoked: () => void
}

/** Revokes a key permanently, after a confirmation. */
function RevokeDialog({ open, apiKey: { id, name, hint }, onClose, onRevoked }: RevokeDialogProps) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () =>
      request('DELETE', '/api/account/keys/{id}', { params: { id } }).catch(unlessGone),
    onSuccess: () => {
      onClose()
      onRevoked()
      toast(m.keys_revoked({ name }))
      client.setQueryData(keysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id))
      return client.invalidateQueries({ queryKey: keysQuery.queryKey })
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={m.app_close()}
      title={m.keys_revoke_title({ name })}
      description={m.keys_revoke_text({ hint })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {m.keys_keep()}
          </Button>
          <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            {revoke.isPending ? m.keys_revoking() : m.keys_revoke()}
          </Button>
        </>
      }
    >
      {revoke.error && (
        <Notice tone="bad" announce="now">
          {errorText(revoke.error)}
        </Notice>
      )}
    </Dialog>
  )
}
