import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { closePrompt } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Search } from '#web/ui/icons/history-icons.ts'
import { useModal } from '#web/ui/overlays/use-modal.ts'
import { type Command, matchCommands } from './match-commands.ts'
import { searchCommands, useCommands } from './use-commands.ts'

/** An account may have thousands of tags; more letters find the others. */
const maxOptions = 100

/** Pages, models, tags and actions, and what features find, found by typing: arrow keys, Enter, Escape. */
export function CommandPalette() {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const commands = useCommands(typed.trim() !== '')
  const matching = matchCommands(commands, typed).slice(0, maxOptions)
  const found = [...matching, ...searchCommands(typed)]
  const modal = useModal(true, closePrompt)
  const optionId = (index: number) => `${id}-${index}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current option is drawn by now
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current, typed])

  const run = (command: Command | undefined) => {
    if (!command) return
    closePrompt()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = stepOf(event.key, current, found.length)
    if (event.key === 'Enter') run(found[current])
    else if (next === undefined) return
    else setCurrent(next)
    event.preventDefault()
  }
  return (
    <dialog
      {...modal}
      aria-label={m.commands_title()}
      className="mx-auto mt-[12dvh] mb-auto w-[min(36rem,calc(100vw-1.5rem))] overflow-hidden rounded-panel p-0 shadow-overlay outline-none short:mt-3 max-sm:mt-3"
    >
      <div className="flex max-h-[min(70dvh,32rem)] flex-col short:max-h-[calc(100dvh-1.5rem)]">
        <div className="flex shrink-0 items-center gap-3 border-b border-line px-4">
          <Search size={18} aria-hidden className="shrink-0 text-quiet" />
          <input
            autoFocus
            role="combobox"
            aria-label={m.commands_title()}
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={found[current] ? optionId(current) : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={m.commands_placeholder()}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setCurrent(0)
            }}
            onKeyDown={onKeyDown}
            className="min-h-12 w-full bg-transparent text-prompt outline-none placeholder:text-faint"
          />
        </div>
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={m.commands_title()}
          className="min-h-0 flex-1 overflow-y-auto p-1.5"
        >
          {found.map((command, index) => (
            <Option
              key={command.id}
              id={optionId(index)}
              command={command}
              isFirstOfGroup={command.group !== found[index - 1]?.group}
              isRanked={typed.trim() !== ''}
              isCurrent={index === current}
              onPoint={() => setCurrent(index)}
              onChoose={() => run(command)}
            />
          ))}
        </div>
      </div>
    </dialog>
  )
}

type OptionProps = {
  id: string
  command: Command
  isFirstOfGroup: boolean
  /** The best ones come first, so that those of a group need not be together. */
  isRanked: boolean
  isCurrent: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({
  id,
  command,
  isFirstOfGroup,
  isRanked,
  isCurrent,
  onPoint,
  onChoose,
}: OptionProps) {
  return (
    <>
      {isFirstOfGroup && !isRanked && (
        <p aria-hidden className="px-3 pt-2.5 pb-1 text-small text-faint">
          {command.group}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant */}
      <div
        id={id}
        role="option"
        aria-selected={isCurrent}
        onPointerMove={() => !isCurrent && onPoint()}
        onClick={onChoose}
        className="flex min-h-control cursor-pointer items-center justify-between gap-4 rounded-control px-3 py-1.5 aria-selected:bg-hover"
      >
        <span className="min-w-0 truncate">
          {command.label}
          <span className={isRanked ? 'text-small text-faint' : 'sr-only'}> · {command.group}</span>
        </span>
        {command.hint && (
          <span className="shrink-0 text-small text-quiet tabular-nums">{command.hint}</span>
        )}
      </div>
    </>
  )
}

/** The option after a key, around the ends; `undefined` for any other key. */
function stepOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'PageDown') return Math.min(at + 8, count - 1)
  if (key === 'PageUp') return Math.max(at - 8, 0)
  return undefined
}
