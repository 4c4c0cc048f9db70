import { useEffect, useLayoutEffect } from 'react'
import { useSessionEnd } from '#web/features/sign-in/use-session-end.ts'
import { useLiveUpdates } from '#web/lib/live-updates/live-updates.ts'
import { listenForPanelShortcut } from '../navigation/panel-state.ts'
import { SidePanel } from '../navigation/side-panel.tsx'
import { CurrentPage } from './current-page.tsx'
import { useFinishedJobs } from './finished-jobs.ts'
import { Frame } from './frame.tsx'
import { Prompts } from './prompts.tsx'
import { Toasts } from './toasts.tsx'

/** What stands around every page. `onDrawn` is called when it is on the page for the first time. */
export function Shell({ onDrawn }: { onDrawn: () => void }) {
  useLayoutEffect(onDrawn, [onDrawn])
  useLiveUpdates()
  useSessionEnd()
  useFinishedJobs()
  useEffect(listenForPanelShortcut, [])
  return (
    <>
      <Frame panel={<SidePanel />}>
        <CurrentPage />
      </Frame>
      <Prompts />
      <Toasts />
    </>
  )
}
