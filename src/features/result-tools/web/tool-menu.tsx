import { useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { formatPrice } from '#web/shared/format-price.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { ChevronRight } from '#web/ui/icons/basic-icons.ts'
import type { ToolChoice, ToolChoices } from '../rules.ts'
import { toolName } from './use-tool.ts'

type ToolMenuProps = ToolChoices & { isBusy: boolean; onChoose: (choice: ToolChoice) => void }

/** The cheapest model of each tool with its price, and the other models on request. */
export function ToolMenu({ cheapest, others, isBusy, onChoose }: ToolMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = [...cheapest, ...(isOpen ? others : [])]
  return (
    <div className="w-72 max-w-full">
      <ul>
        {shown.map((choice) => (
          <li key={`${choice.model.generationType} ${choice.model.id}`}>
            <ToolButton {...{ choice, isBusy, onChoose }} />
          </li>
        ))}
      </ul>
      {others.length > 0 && !isOpen && (
        <button
          type="button"
          aria-expanded={false}
          onClick={() => setOpen(true)}
          className="flex min-h-control w-full items-center justify-between rounded-control px-3 text-left text-small text-quiet hover:bg-hover hover:text-text"
        >
          {m.tools_other({ count: others.length })}
          <ChevronRight size={16} aria-hidden className="rotate-90" />
        </button>
      )}
    </div>
  )
}

type ToolButtonProps = Pick<ToolMenuProps, 'isBusy' | 'onChoose'> & { choice: ToolChoice }

function ToolButton({ choice, isBusy, onChoose }: ToolButtonProps) {
  const { tool, model, price } = choice
  return (
    <SpendButton
      variant="quiet"
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && onChoose(choice)}
      className="min-h-control w-full !justify-between gap-4 px-3 py-1.5 text-left whitespace-normal"
    >
      <span className="min-w-0">
        <span className="block text-body text-text">{toolName[tool]()}</span>{' '}
        <span className="block truncate text-small font-normal text-quiet">{model.name}</span>
      </span>{' '}
      <span className="shrink-0 text-small font-normal whitespace-nowrap">
        {m.stage_credits({ count: price.credits, amount: formatPrice(price) })}
      </span>
    </SpendButton>
  )
}
