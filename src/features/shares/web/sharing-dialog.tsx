import { useState } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { ShareView } from '../contract.ts'
import { ShareLink } from './share-link.tsx'

/** What the owner chooses of a share page. */
export type ShareSettings = Pick<ShareView, 'is_listed' | 'shows_settings'>

/** Neither Explore nor the prompt is shown unless its owner says so. */
const initially: ShareSettings = { is_listed: false, shows_settings: false }

type Action<Variables> = {
  mutate(variables: Variables): void
  isPending: boolean
  error: Error | null
}

type SharingDialogProps = {
  /** `null`: there is no share page. */
  share: (ShareSettings & Pick<ShareView, 'url'>) | null
  /** The share page is not known yet. */
  isPending?: boolean
  error?: Error | null
  texts: Record<
    'title' | 'description' | 'showsSettings' | 'listed' | 'listedHint' | 'stopHint',
    string
  >
  save: Action<ShareSettings>
  revoke: Action<void>
  onClose: () => void
}

/** Creates, changes and ends a share page. A change of an existing one is saved immediately. */
export function SharingDialog({
  share,
  isPending = false,
  error = null,
  texts,
  save,
  revoke,
  onClose,
}: SharingDialogProps) {
  const [draft, setDraft] = useState(initially)
  const wanted = share ?? draft
  const change = (part: Partial<ShareSettings>) => {
    const { is_listed, shows_settings } = { ...wanted, ...part }
    if (share) save.mutate({ is_listed, shows_settings })
    else setDraft({ is_listed, shows_settings })
  }
  const isFixed = isPending || save.isPending
  const failure = error ?? save.error ?? revoke.error
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={texts.description}
      closeLabel={m.share_close()}
      footer={
        share ? (
          <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            {m.share_stop()}
          </Button>
        ) : (
          <Button
            variant="primary"
            disabled={isPending}
            busy={save.isPending}
            onClick={() => save.mutate(draft)}
          >
            {m.share_create()}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {share && <ShareLink url={share.url} />}
        <div className="flex flex-col gap-2">
          <Switch
            label={texts.showsSettings}
            hint={m.share_shows_settings_hint()}
            checked={wanted.shows_settings}
            disabled={isFixed}
            onChange={(shows_settings) => change({ shows_settings })}
          />
          <Switch
            label={texts.listed}
            hint={texts.listedHint}
            checked={wanted.is_listed}
            disabled={isFixed}
            onChange={(is_listed) => change({ is_listed })}
          />
        </div>
        {share && <p className="text-small text-quiet">{texts.stopHint}</p>}
        {failure && (
          <Notice tone="bad" announce="now">
            {errorText(failure)}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
