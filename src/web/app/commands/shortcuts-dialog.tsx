import { closePrompt } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { controlKey } from './shortcuts.ts'

const control = controlKey()

type Shortcut = { keys: readonly string[]; name: () => string }

/** Every shortcut, by where it works. The keys of a combination are pressed together. */
const sections: readonly { title: () => string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: m.shortcuts_anywhere,
    shortcuts: [
      { keys: [control, 'K'], name: m.commands_title },
      { keys: ['?'], name: m.shortcuts_title },
      { keys: [control, 'B'], name: m.nav_panel },
      { keys: [control, 'Z'], name: m.shortcuts_undo },
    ],
  },
  {
    title: m.shortcuts_form,
    shortcuts: [{ keys: [control, '↵'], name: m.shortcuts_generate }],
  },
  {
    title: m.nav_history,
    shortcuts: [
      { keys: ['/'], name: m.shortcuts_search },
      { keys: ['↵'], name: m.shortcuts_open },
      { keys: ['␣'], name: m.shortcuts_select },
      { keys: [control, 'A'], name: m.shortcuts_select_all },
      { keys: ['F'], name: m.shortcuts_favorite },
      { keys: ['D'], name: m.shortcuts_download },
      { keys: ['⌫'], name: m.shortcuts_delete },
    ],
  },
  {
    title: m.history_viewer,
    shortcuts: [
      { keys: ['←', '→'], name: m.shortcuts_next },
      { keys: ['+', '−', '0'], name: m.shortcuts_zoom },
      { keys: ['␣'], name: m.shortcuts_play },
      { keys: [',', '.'], name: m.shortcuts_frame },
      { keys: ['<', '>'], name: m.shortcuts_speed },
      { keys: ['I'], name: m.history_details },
    ],
  },
]

/** The list of all keyboard shortcuts. */
export function ShortcutsDialog() {
  return (
    <Dialog open onClose={closePrompt} title={m.shortcuts_title()} closeLabel={m.app_close()}>
      <section
        aria-label={m.shortcuts_title()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        tabIndex={0}
        className="-mx-2 flex max-h-[60dvh] flex-col gap-5 overflow-y-auto rounded-control px-2"
      >
        {sections.map(({ title, shortcuts }) => (
          <div key={title()}>
            <h3 className="mb-1.5 text-small text-quiet">{title()}</h3>
            <dl>
              {shortcuts.map(({ keys, name }) => (
                <div key={keys.join()} className="flex items-center justify-between gap-4 py-1">
                  <dt>{name()}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <kbd
                        key={key}
                        className="min-w-6 rounded-control border border-edge px-1.5 text-center font-sans text-small text-quiet"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </section>
    </Dialog>
  )
}
