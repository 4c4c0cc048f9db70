import { type ComponentType, useState } from 'react'
import { changeBrowserSettings, useBrowserSettings } from '#web/lib/browser/browser-settings.ts'
import {
  type NotificationState,
  notificationState,
  playTone,
  requestNotifications,
} from '#web/lib/jobs/end-notices.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Section } from './account-layout.tsx'

const FeatureSettings = featureParts(
  import.meta.glob<ComponentType>('/src/features/*/web/browser-setting.tsx', {
    eager: true,
    import: 'default',
  }),
)

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
        <FeatureSettings />
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
