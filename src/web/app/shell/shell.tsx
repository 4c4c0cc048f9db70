import { useEffect } from 'react'
import { useSignedOut } from '#web/features/sign-in/use-signed-out.ts'
import { useLive } from '#web/lib/live/live.ts'
import { m } from '#web/messages/compiled/messages.js'
import { listenForPanelShortcut } from '../navigation/panel-state.ts'
import { SidePanel } from '../navigation/side-panel.tsx'
import { TopBar } from '../top-bar/top-bar.tsx'
import { CurrentPage } from './current-page.tsx'
import { Prompts } from './prompts.tsx'
import { Toasts } from './toasts.tsx'

/** What stands around every page. */
export function Shell() {
  useLive()
  useSignedOut()
  useEffect(listenForPanelShortcut, [])
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="fixed top-2 left-2 z-20 -translate-y-20 rounded-control bg-overlay px-4 py-2 shadow-overlay focus:translate-y-0"
      >
        {m.app_skip_to_content()}
      </a>
      <SidePanel />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar />
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          <CurrentPage />
        </main>
      </div>
      <Prompts />
      <Toasts />
    </div>
  )
}
