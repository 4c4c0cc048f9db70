import { useState } from 'react'
import { useBrowserSettings } from '#web/lib/browser/browser-settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Switch } from '#web/ui/controls/switch.tsx'
import { type PushState, pushState, switchPush } from './push.ts'

const pushHints: Record<PushState, () => string> = {
  default: m.account_push_hint,
  granted: m.account_push_hint,
  denied: m.account_notify_denied,
  unsupported: m.account_push_unsupported,
}

/** Messages of the studio to this browser while no page is open: on only while it permits them. */
export default function PushSwitch() {
  const { push } = useBrowserSettings()
  const [state, setState] = useState(pushState)
  const [isSaving, setSaving] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const change = async (isWanted: boolean) => {
    setSaving(true)
    setFailed(false)
    try {
      setState(await switchPush(isWanted))
    } catch {
      setFailed(true)
    }
    setSaving(false)
  }
  return (
    <div>
      <Switch
        label={m.account_push()}
        hint={pushHints[state]()}
        checked={push && state === 'granted'}
        disabled={isSaving || state === 'denied' || state === 'unsupported'}
        onChange={(isWanted) => void change(isWanted)}
      />
      <p role="status" className="text-small text-bad">
        {hasFailed && m.account_push_failed()}
      </p>
    </div>
  )
}
