import { useState } from 'react'
import { changeBrowserSettings, useBrowserSettings } from '#web/lib/browser/browser-settings.ts'
import {
  type NotificationState,
  notificationState,
  playTone,
  requestNotifications,
} from '#web/lib/jobs/end-notices.ts'
import { type PushState, pushState, switchPush } from '#web/lib/push.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Section } from './account-layout.tsx'

/** What is set for this browser alone: how the end of a job is reported, settings in files. */
export function ThisBrowser() {
  const { embedSettings, tone } = useBrowserSettings()
  const changeTone = (isWanted: boolean) => {
    changeBrowserSettings({ tone: isWanted })
    if (isWanted) void playTone()
  }
  return (
    <Section title={m.account_browser()} hint={m.account_browser_hint()}>
      <div className="flex max-w-md flex-col gap-6">
        <NotificationSwitch />
        <PushSwitch />
        <Switch
          label={m.account_tone()}
          hint={m.account_tone_hint()}
          checked={tone}
          onChange={changeTone}
        />
        <Switch
          label={m.account_embed_settings()}
          hint={embedSettings ? m.account_embed_settings_on() : m.account_embed_settings_off()}
          checked={embedSettings}
          onChange={(isWanted) => changeBrowserSettings({ embedSettings: isWanted })}
        />
      </div>
    </Section>
  )
}

const hints: Record<NotificationState, () => string> = {
  default: m.account_notify_hint,
  granted: m.account_notify_hint,
  denied: m.account_notify_denied,
  unsupported: m.account_notify_unsupported,
}

/** Notifications of the system: on only while the browser permits them, too. */
function NotificationSwitch() {
  const { notify } = useBrowserSettings()
  const [state, setState] = useState(notificationState)
  const change = async (isWanted: boolean) => {
    const answer = isWanted ? await requestNotifications() : state
    setState(answer)
    changeBrowserSettings({ notify: isWanted && answer === 'granted' })
  }
  return (
    <Switch
      label={m.account_notify()}
      hint={hints[state]()}
      checked={notify && state === 'granted'}
      disabled={state === 'denied' || state === 'unsupported'}
      onChange={(isWanted) => void change(isWanted)}
    />
  )
}

const pushHints: Record<PushState, () => string> = {
  default: m.account_push_hint,
  granted: m.account_push_hint,
  denied: m.account_notify_denied,
  unsupported: m.account_push_unsupported,
}

/** Messages of the studio to this browser while no page is open: on only while it permits them. */
function PushSwitch() {
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
