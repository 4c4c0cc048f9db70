import { useState } from 'react'
import type { Kind } from '#core/models/rules/kinds.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { changeBrowserSettings, useBrowserSettings } from '#web/lib/browser/browser-settings.ts'
import { notificationState, requestNotifications } from '#web/lib/jobs/end-notices.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Bell } from '#web/ui/icons/stage-icons.ts'

/** Jobs that usually take at least this long are worth a notification, in ms. */
const longMs = 60_000

/**
 * Offers a notification of the system while a long job runs, and says what came of it. Nothing once
 * notifications are on, or where they were blocked before.
 */
export function NotifyOffer({ kind }: { kind: Kind }) {
  const { notify } = useBrowserSettings()
  const [asked, setAsked] = useState<'granted' | 'denied'>()
  const state = notificationState()
  if (asked)
    return (
      <p role="status" className="text-small text-quiet">
        {asked === 'granted' ? m.stage_notify_granted() : m.stage_notify_denied()}
      </p>
    )
  const isOffered = !notify && (state === 'default' || state === 'granted')
  if (!isOffered || kindFacts[kind].usualMs < longMs) return null
  const accept = async () => {
    const answer = await requestNotifications()
    if (answer === 'granted') changeBrowserSettings({ notify: true })
    if (answer === 'granted' || answer === 'denied') setAsked(answer)
  }
  return (
    <Button size="small" icon={Bell} onClick={() => void accept()}>
      {m.stage_notify()}
    </Button>
  )
}
