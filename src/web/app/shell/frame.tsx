import type { ReactNode } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { TopBar } from '../top-bar/top-bar.tsx'

/** Where everything stands: the side panel, the top bar, the page. */
export function Frame({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="fixed top-2 left-2 z-20 -translate-y-20 rounded-control bg-overlay px-4 py-2 shadow-overlay focus:translate-y-0"
      >
        {m.app_skip_to_content()}
      </a>
      {panel}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar />
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}
