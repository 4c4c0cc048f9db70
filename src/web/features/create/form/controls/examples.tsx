import { Lightbulb } from 'lucide-react'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'

/**
 * A few words worth trying, behind a small button; choosing one puts it in the place of what is
 * there.
 */
export function Examples({
  examples,
  onChoose,
}: {
  examples: readonly string[]
  onChoose: (text: string) => void
}) {
  return (
    <Popover
      label={m.create_examples()}
      trigger={(trigger) => (
        <Button
          {...trigger}
          variant="quiet"
          size="small"
          icon={Lightbulb}
          className="-my-1 -mr-2.5"
        >
          {m.create_examples()}
        </Button>
      )}
    >
      {(close) => (
        <ul className="w-[min(20.5rem,calc(100vw-2.5rem))]">
          {examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                onClick={() => {
                  onChoose(example)
                  close()
                }}
                className="w-full rounded-control px-3 py-2 text-left text-body transition-colors hover:bg-hover"
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
